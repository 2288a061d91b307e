import {
  type Area,
  gateLeadDays,
  HOUR_MS,
  MARKET_RUNS,
  type RunChoice,
  ServiceError,
  type Window,
} from '@loadcast/core';
import {
  type ActualsVersion,
  drainedWithPauses,
  SCORES_BY,
  type ScoreDeps,
  scoreGroupsInSteps,
  storedPoints,
} from '@loadcast/core/insight';
import { requireEntitlement } from '@loadcast/core/quota';
import { ceilToHour } from '@loadcast/core/time';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  createPause,
  dayOrInstantParameter,
  gateParameter,
  instantParameter,
  isoUtc,
  leadParameter,
  oneOf,
  type Prepared,
  type Priced,
  rangeOf,
  readQuery,
  regionsParameter,
  tablePrice,
} from '@loadcast/formats';
import * as z from 'zod';
import { LONGEST_WINDOW_DAYS, windowParameter } from '../../accuracy.js';
import { shapeParameters } from '../../answer-shape.js';
import { insightShape } from '../insight-shape.js';
import { rowsAnswer } from '../rows-answer.js';
import { type ScoredArea, scoresTable } from '../tables/scores-table.js';
import { DAM, DEFAULT_WINDOW_DAYS, scoredDays } from './scored-days.js';

const ACTUALS: readonly [ActualsVersion, ...ActualsVersion[]] = ['latest', 'first'];

export const scoresQuery = z.object({
  region: regionsParameter(),
  by: oneOf(SCORES_BY).default('all'),
  run: oneOf(MARKET_RUNS).optional(),
  gate: gateParameter().optional(),
  lead: leadParameter().optional(),
  window: windowParameter.optional(),
  start: dayOrInstantParameter().optional(),
  end: dayOrInstantParameter().optional(),
  actuals: oneOf(ACTUALS).default('latest'),
  as_of: instantParameter('iso').optional(),
  format: shapeParameters.format,
});

type ScoresValues = z.output<typeof scoresQuery>;
type ScoresRouteDeps = Omit<ScoreDeps, 'pause'>;

/** How long an hour takes to read and score for the first time, in rows of a report as CSV. */
const HOUR_READ = 5;

/** GET /v1/demand/scores */
export function prepareScores(deps: ScoresRouteDeps, request: AuthedRequest): Priced {
  const query = readQuery(scoresQuery, request.query);
  const { receivedAt, principal } = request;
  const choice = choiceOf(query);
  const asOf = asOfInstant(query.as_of, receivedAt);
  const windows = query.region.map(({ area }) => windowOf(query, area, asOf));
  for (const { start } of windows) requireEntitlement(principal.plan, { historyFrom: start }, receivedAt);
  const hours = windows.reduce((sum, { start, end }) => sum + (end - start) / HOUR_MS, 0);
  return {
    price: hours * HOUR_READ + tablePrice(4 * query.region.length, answerFormat(query.format, request)),
    prepare: (scope) =>
      scoreAreas({ ...deps, pause: createPause(scope) }, { ...query, choice, asOf, windows }, request),
  };
}

async function scoreAreas(
  deps: ScoreDeps,
  query: Omit<ScoresValues, 'window'> & {
    readonly choice: ReturnType<typeof choiceOf>;
    readonly asOf: number;
    readonly windows: readonly Window[];
  },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region: areas, by, actuals, choice, asOf, windows, as_of } = query;
  const scored: ScoredArea[] = [];
  for (const [index, { area, code }] of areas.entries()) {
    const points = await storedPoints(deps, { area, choice, window: windows[index]!, asOf, actuals });
    const groupsBy = (cut: typeof by) =>
      drainedWithPauses(scoreGroupsInSteps(points, area.marketTimezone, cut), deps.pause);
    scored.push({ code, whole: (await groupsBy('all'))[0], groups: await groupsBy(by) });
  }
  const shape = insightShape(query, request);
  const start = Math.min(...windows.map((window) => window.start));
  return rowsAnswer(
    {
      name: 'scores',
      regions: areas.map(({ area }) => area.id),
      table: scoresTable(scored, by),
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

/** The operating days that were over at `asOf`, or a range. */
function windowOf({ window: days, start, end }: ScoresValues, area: Area, asOf: number): Window {
  const defaults = scoredDays(area, asOf, days ?? DEFAULT_WINDOW_DAYS);
  if (days !== undefined && (start ?? end)) throw refused('window', 'to be left out beside start and end');
  if (start === undefined && end !== undefined) throw refused('end', 'a start beside it');
  const range = rangeOf({ start, end }, area, defaults, LONGEST_WINDOW_DAYS);
  return { start: ceilToHour(range.start), end: ceilToHour(range.end) };
}

function choiceOf({ run, gate, lead }: ScoresValues): Exclude<RunChoice, { readonly kind: 'newest' }> {
  const given = Object.entries({ run, gate, lead }).filter(([, value]) => value !== undefined);
  if (given.length > 1) throw refused(given[1]![0], `to be left out beside ${given[0]![0]}`);
  if (run) return { ...DAM, daysBefore: gateLeadDays(run) };
  const choice = gate ?? lead ?? DAM;
  return choice.kind === 'newest' ? DAM : choice;
}

/** Which run was scored, as it may be asked for. */
function choiceJson(choice: ReturnType<typeof choiceOf>): { gate: string } | { lead: string } {
  if (choice.kind === 'lead') return { lead: `${choice.leadMs / HOUR_MS}h` };
  const clock = new Date(choice.timeOfDayMs).toISOString().slice(11, 16);
  return { gate: `-${choice.daysBefore}d@${clock}` };
}

function refused(parameter: string, expected: string): ServiceError {
  return new ServiceError('invalid_parameter', `${parameter}: expected ${expected}`, { parameter, expected });
}
