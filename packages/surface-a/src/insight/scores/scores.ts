import {
  type Area,
  type EpochMs,
  gateLeadDays,
  HOUR_MS,
  MARKET_RUNS,
  type RunChoice,
  type Window,
} from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import {
  type ActualsVersion,
  type ComparedColumn,
  drainedWithPauses,
  type ForecastHoursQuery,
  type KnownForecaster,
  SCORES_BY,
  type ScoreDeps,
  type StoredPoints,
  scoreGroupsInSteps,
  storedPoints,
  submittedHours,
} from '@loadcast/core/insight';
import { ceilToHour } from '@loadcast/core/time';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  count,
  createPause,
  instantParameter,
  isoUtc,
  oneOf,
  type Prepared,
  refused,
  regionsParameter,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../../answer-shape.js';
import * as fields from '../../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../../answers/answer-forms.js';
import { readEndpoint } from '../../answers/read-endpoint.js';
import { rangeOf, rangeParameters } from '../../parameters/day-or-instant.js';
import {
  type ForecasterDeps,
  forecasterParameter,
  isPersonal,
  PUBLIC,
  visibleForecaster,
} from '../../parameters/forecaster.js';
import { gateParameter, leadParameter } from '../../parameters/run-choice.js';
import { tablePrice } from '../../tables/table-price.js';
import { insightShape } from '../insight-shape.js';
import { rowsAnswer } from '../rows-answer.js';
import { type ScoredArea, scoresTable } from '../tables/scores-table.js';
import { windowParameter } from './accuracy.js';
import { DAM, DEFAULT_WINDOW_DAYS, scoredDays } from './scored-days.js';

const ACTUALS: readonly [ActualsVersion, ...ActualsVersion[]] = ['latest', 'first'];

const scoresQuery = z.object({
  region: regionsParameter(),
  by: oneOf(SCORES_BY).default('all'),
  run: oneOf(MARKET_RUNS).optional(),
  gate: gateParameter().optional(),
  lead: leadParameter().optional(),
  window: windowParameter.optional(),
  ...rangeParameters,
  actuals: oneOf(ACTUALS).default('latest'),
  forecaster: forecasterParameter,
  as_of: instantParameter('iso').optional(),
  format: shapeParameters.format,
});

type ScoresValues = z.output<typeof scoresQuery>;
type ScoresRouteDeps = Omit<ScoreDeps, 'pause'> & ForecasterDeps;

/** How long an hour takes to read and score for the first time, in rows of a report as CSV. */
const HOUR_READ = 5;

const score = (text: string) => z.number().describe(text).optional();

const scoresAnswer = rowsOf(
  {
    region: fields.region,
    hour: z
      .string()
      .describe('Hour of the market day, 0 to 23. Only with `by=hour`, and likewise the next four.')
      .optional(),
    weekday: z.string().describe('0 is Sunday.').optional(),
    month: z.string().describe('1 is January.').optional(),
    lead: z.string().describe('Whole hours from the issue to the start of the hour.').optional(),
    day: z.string().describe('The operating day.').optional(),
    forecast: z.string().describe('`loadcast`, `operator`, `naive_24h`, `naive_168h`, or the id of the forecaster.'),
    state: z
      .enum(['scored', 'pending'])
      .describe('`pending`: fewer than 168 hours in the whole window, so there is no number.'),
    n: count('Hours with this forecast, an actual, and, for other forecasts, ours.'),
    mape_pct: score('Mean absolute percentage error, in percent.'),
    mae_mw: score('Mean absolute error, MW.'),
    rmse_mw: score('Root mean square error, MW.'),
    bias_mw: score('Mean of forecast minus actual, MW.'),
    interval_hours: count(
      'Hours with p10 and p90, over which pinball, CRPS, coverage, width and Winkler are computed.',
    ).optional(),
    pinball_mw: score('Mean pinball loss of p10 and p90, MW.'),
    crps_mw: score(
      'Continuous ranked probability score from p10, the value and p90; the MAE of a forecast without bounds. MW.',
    ),
    coverage_pct: score('Share of hours with load between p10 and p90, percent; 80 is calibrated.'),
    width_mw: score('Mean of p90 minus p10, MW.'),
    winkler_mw: score('Interval score: the width plus ten times the miss of each hour, MW.'),
    loadcast_mape_pct: score('Our score on the hours of the other forecast.'),
    loadcast_mae_mw: score('Our score on the hours of the other forecast.'),
    skill_pct: score('100 (1 - our MAE / its MAE) on the hours that both have.'),
    skill_low_pct: score('Lower end of its 95 % interval: block bootstrap of seven days, from 14 days on.'),
    skill_high_pct: score('Upper end.'),
    late_hours: count('Hours whose forecast was published after the gate or lead at which ours was chosen.').optional(),
    name: z.string().describe('Name of the forecaster. Only with `forecaster`.').optional(),
    dm_statistic: score('Diebold-Mariano: positive where the other is more accurate. Only with `forecaster`.'),
    dm_p: score('Its two-sided p.'),
  },
  {
    by: z.enum(SCORES_BY),
    gate: z.string().describe('The gate that was scored.').optional(),
    lead: z.string().describe('The lead that was scored.').optional(),
    start: utcText(),
    end: utcText(),
    actuals: z.enum(['latest', 'first']),
    as_of: utcText().describe('The parameter as given.').optional(),
  },
);

export const scoresEndpoint = readEndpoint({
  path: '/demand/scores',
  name: 'getScores',
  title: 'Scores of our forecasts, the operator’s and two naive ones',
  notes: [
    'One row per forecast, and with `by` one row per forecast and group. The others are scored on the hours that they and ours both have, beside ours on the same hours, with the skill and its 95 % interval. With fewer than 168 such hours in the whole window a forecast is `pending`.',
    'The DAM run over the last 28 operating days that were over; `window` or `start` and `end` choose others within the plan’s history (of 30 days of history 29 are whole operating days, of 365 days 364), `run`, `gate` or `lead` another run. `actuals=first` scores against load as first published. `as_of` reproduces any past score. The operator’s forecast is the one known at the gate or lead, or the first published after it: `late_hours` counts those.',
    '`forecaster=public` compares the 20 forecasters that are public for the longest time: the board of a region.',
  ],
  query: scoresQuery,
  isPersonal,
  answers: tableAnswers(scoresAnswer),
  examples: [
    'region=PJM&as_of=2026-11-20T16:00:00Z',
    'region=all&format=csv',
    'region=CAISO&by=hour&run=2DA',
    'region=ERCOT&by=weekday&actuals=first',
    'region=MISO&by=month',
    'region=NYISO&by=lead&lead=30h',
    'region=SPP&by=day&window=14',
    'region=ISONE&window=2&format=columns',
  ],
  shows(query, { receivedAt }) {
    const { asOf, windows } = daysAsked(query, receivedAt);
    return { asOf, from: Math.min(...windows.map(({ start }) => start)) };
  },
  prepare(deps: ScoresRouteDeps, query, request) {
    const { choice, asOf, windows } = daysAsked(query, request.receivedAt);
    const hours = windows.reduce((sum, { start, end }) => sum + (end - start) / HOUR_MS, 0);
    return {
      price:
        hours * HOUR_READ * (query.forecaster === undefined ? 1 : query.forecaster === PUBLIC ? 5 : 2) +
        tablePrice(4 * query.region.length, answerFormat(query.format, request)),
      prepare: (scope) =>
        scoreAreas({ ...deps, pause: createPause(scope) }, { ...query, choice, asOf, windows }, request),
    };
  },
});

function daysAsked(query: ScoresValues, receivedAt: EpochMs) {
  const asOf = asOfInstant(query.as_of, receivedAt);
  return { choice: choiceOf(query), asOf, windows: query.region.map(({ area }) => windowOf(query, area, asOf)) };
}

async function scoreAreas(
  deps: ScoreDeps & ForecasterDeps,
  query: Omit<ScoresValues, 'window'> & {
    readonly choice: ReturnType<typeof choiceOf>;
    readonly asOf: number;
    readonly windows: readonly Window[];
  },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region: areas, by, actuals, choice, asOf, windows, as_of } = query;
  const own = query.forecaster !== undefined &&
    query.forecaster !== PUBLIC && [await visibleForecaster(deps, query.forecaster, asOf, request)];
  const scored: ScoredArea[] = [];
  for (const [index, { area, code }] of areas.entries()) {
    const asked = { area, choice, window: windows[index]!, asOf };
    const shared = await storedPoints(deps, { ...asked, actuals });
    const listed = { areaId: area.id, asOf, since: asked.window.start, most: LIMITS.board_forecasters.bound };
    const compared = own || (query.forecaster && (await deps.forecasters?.listPublic(listed))) || [];
    const points = await withForecasters(deps, shared, asked, compared);
    const groupsBy = (cut: typeof by) =>
      drainedWithPauses(scoreGroupsInSteps(points, area.marketTimezone, cut), deps.pause);
    scored.push({ code, whole: (await groupsBy('all'))[0], groups: await groupsBy(by), compared });
  }
  const shape = insightShape(query, request);
  const start = Math.min(...windows.map((window) => window.start));
  return rowsAnswer(
    {
      name: 'scores',
      regions: areas.map(({ area }) => area.id),
      table: scoresTable(scored, by, query.forecaster !== undefined),
      meta: {
        by,
        ...choiceJson(choice),
        start: isoUtc(start),
        end: isoUtc(Math.max(...windows.map(({ end }) => end))),
        actuals,
        ...(as_of && { as_of: isoUtc(asOf) }),
      },
      shape,
      about: `by_${by}_${isoUtc(start).slice(0, 10)}`,
    },
    request,
  );
}

/** Points of an object of their own where forecasters are compared: scores kept under it reach nobody else. */
async function withForecasters(
  { forecasters, pause }: ScoreDeps & ForecasterDeps,
  points: StoredPoints,
  asked: ForecastHoursQuery,
  compared: readonly KnownForecaster[],
): Promise<StoredPoints> {
  if (compared.length === 0 || !forecasters) return points;
  const submitted: ComparedColumn[] = [];
  for (const { id } of compared)
    submitted.push({ name: id, ...(await submittedHours({ forecasters, pause }, { ...asked, forecasterId: id })) });
  return { ...points, submitted };
}

/** The operating days that were over at `asOf`, or a range. */
function windowOf({ window: days, start, end }: ScoresValues, area: Area, asOf: number): Window {
  const defaults = scoredDays(area, asOf, days ?? DEFAULT_WINDOW_DAYS);
  if (days !== undefined && (start ?? end)) throw refused('window', 'no value with start and end');
  if (start === undefined && end !== undefined) throw refused('end', 'a start beside it');
  const range = rangeOf({ start, end }, area, defaults, LIMITS.scored_days.bound);
  return { start: ceilToHour(range.start), end: ceilToHour(range.end) };
}

function choiceOf({ run, gate, lead }: ScoresValues): Exclude<RunChoice, { readonly kind: 'newest' }> {
  const given = Object.entries({ run, gate, lead }).filter(([, value]) => value !== undefined);
  if (given.length > 1) throw refused(given[1]![0], `no value with ${given[0]![0]}`);
  if (run) return { ...DAM, daysBefore: gateLeadDays(run) };
  const choice = gate ?? lead ?? DAM;
  return choice.kind === 'newest' ? DAM : choice;
}

/** The scored run, in the form of the parameter. */
function choiceJson(choice: ReturnType<typeof choiceOf>): { gate: string } | { lead: string } {
  if (choice.kind === 'lead') return { lead: `${choice.leadMs / HOUR_MS}h` };
  const clock = new Date(choice.timeOfDayMs).toISOString().slice(11, 16);
  return { gate: `-${choice.daysBefore}d@${clock}` };
}
