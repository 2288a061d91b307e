import { DAY_MS, localDay, type RunChoice, type VintageStore } from '@loadcast/core';
import { operatingDays } from '@loadcast/core/backtest';
import { LIMITS } from '@loadcast/core/budgets';
import { LOAD_SEASONS, PEAK_PROGRAMS, type PeakDay, type PeakDeps, readPeaks } from '@loadcast/core/insight';
import { entitlementClass, type Sight } from '@loadcast/core/quota';
import { operatingDayWindow } from '@loadcast/core/time';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  createPause,
  ISSUE_HEADERS,
  megawatts,
  type Prepared,
  regionsParameter,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { readParameters } from '../../answer-shape.js';
import * as fields from '../../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../../answers/answer-forms.js';
import { readEndpoint } from '../../answers/read-endpoint.js';
import { rangeOf, rangeParameters } from '../../parameters/day-or-instant.js';
import { gateParameter } from '../../parameters/run-choice.js';
import { newestIssueHeader } from '../../tables/newest-issue.js';
import { tablePrice } from '../../tables/table-price.js';
import { insightShape } from '../insight-shape.js';
import { rowsAnswer } from '../rows-answer.js';
import { hourOddsName, MOST_HOURS, type PeakRow, peaksTable } from '../tables/peaks-table.js';

const peaksQuery = z.object({
  region: regionsParameter(),
  ...rangeParameters,
  gate: gateParameter().optional(),
  ...readParameters,
});

type PeaksDeps = Omit<PeakDeps, 'pause'> & { readonly vintages: Pick<VintageStore, 'newest' | 'headers'> };

const LONGEST_DAYS = LIMITS.peak_days.bound;
/** A year takes about a second of computing, for which a caller needs a key. */
const LONGEST_DAYS_OF_GUEST = LIMITS.guest_peak_days.bound;
/** Days from today on that are answered by default. */
const DAYS_AHEAD = 7;
/** How long the odds of a day take, in rows of a report as CSV. */
const DAY_READ = 1_500;

const probability = (text: string) => z.number().min(0).max(100).describe(`Probability in percent, ${text}`).optional();

const hourOdds = Object.fromEntries(
  Array.from({ length: MOST_HOURS }, (_, index) => [
    hourOddsName(index + 1),
    probability(`that the peak falls in hour ${index + 1} of the day.`),
  ]),
);

const peaksAnswer = rowsOf(
  {
    day: z.iso.date().describe('Operating day of the market.'),
    region: fields.region,
    state: z
      .enum(['forecast', 'measured', 'pending'])
      .describe('`measured`: the load of the whole day is known; `forecast`: it is not; `pending`: too few data.'),
    peak_mw: megawatts(
      'Expected load of the highest hour, MW: a mean over joint paths, within `p10` and `p90`.',
    ).optional(),
    p10: megawatts('Lower bound of the peak in MW: 1 day in 10 falls below.').optional(),
    p90: megawatts('Upper bound of the peak in MW: 1 day in 10 falls above.').optional(),
    peak_time_utc: utcText().describe('Start of the most likely hour of the peak.').optional(),
    peak_time_local: fields.timeLocal.optional(),
    month_pct: probability('that no other day of the month has a higher peak.'),
    season: z.enum(LOAD_SEASONS.map(({ id }) => id)).optional(),
    season_so_far_pct: probability('that no earlier day of the season has a higher peak.'),
    program: z
      .enum(PEAK_PROGRAMS.map(({ id }) => id))
      .describe('The coincident-peak rule that the day counts for.')
      .optional(),
    program_pct: probability('that the day is one of its days: of the highest 1 or 5, by the rule.'),
    ...hourOdds,
    actual_peak_mw: megawatts('Measured load of the highest hour, MW.').optional(),
    actual_peak_time_utc: utcText().describe('Start of that hour.').optional(),
    actual_peak_time_local: fields.timeLocal.optional(),
    odds_at: utcText().describe('The instant of the odds: the gate, the start of a past day, or now.').optional(),
    issued_at: utcText().describe('Issue time of the run.').optional(),
    model: fields.model.optional(),
  },
  { start: z.iso.date(), end: z.iso.date() },
);

/** GET /v1/demand/peaks: what the highest hour of each operating day may be, by default of today and the six days after. */
export const peaksEndpoint = readEndpoint({
  path: '/demand/peaks',
  name: 'getPeaks',
  title: 'The peak of each day: how high, which hour, and the chance that it sets a charge',
  notes: [
    'One row per operating day, by default today and the next six days: the expected peak with its bounds, the most likely hour, the probability of each hour, and that the day is the highest of the month, of the season so far, and one of the days of a coincident-peak rule (ERCOT 4CP, PJM 5CP, NYISO and ISO-NE 1CP). Days beyond the forecast use past years. [How good are the odds?](/docs/peaks)',
    'A past day has the odds at its start, or at `gate`, next to the outcome. A probability is absent where there are too few data. Plans without p10 and p90 get the expected peak and its hour.',
  ],
  hasBounds: true,
  query: peaksQuery,
  headers: ISSUE_HEADERS,
  answers: tableAnswers(peaksAnswer),
  examples: [
    'region=ISONE&tz=market',
    'region=ISONE&start=2026-11-01&end=2026-11-20&tz=market',
    'region=ISONE&gate=dam&start=2026-11-19&end=2026-11-22&format=csv',
    'region=CAISO&format=columns',
  ],
  shows: peaksSight,
  prepare(deps: PeaksDeps, query, request) {
    const { asOf, asked } = daysAsked(query, request);
    const days = asked.reduce((sum, each) => sum + each.days.length, 0);
    return {
      price: days * DAY_READ + tablePrice(days, answerFormat(query.format, request)),
      prepare: (scope) => prepareDays({ ...deps, pause: createPause(scope) }, { ...query, asOf, asked }, request),
    };
  },
});

type PeaksValues = z.output<typeof peaksQuery>;
type AskedDays = Pick<PeakRow, 'area' | 'code'> & { readonly days: readonly string[] };

/** Days before the day of `as_of` are history from their first hour. */
function peaksSight(query: PeaksValues, request: AuthedRequest): Sight {
  const { asOf, asked } = daysAsked(query, request);
  const starts = asked.map(({ area: { marketTimezone }, days }) => {
    const isPast = days[0]! < localDay(marketTimezone, asOf);
    return isPast ? operatingDayWindow(marketTimezone, days[0]!).start : asOf;
  });
  return { asOf, from: Math.min(...starts) };
}

function daysAsked(query: PeaksValues, { receivedAt, principal }: AuthedRequest) {
  const longestDays = principal.isGuest ? LONGEST_DAYS_OF_GUEST : LONGEST_DAYS;
  const asOf = asOfInstant(query.as_of, receivedAt);
  const defaults = { start: asOf, end: asOf + (DAYS_AHEAD - 1) * DAY_MS + 1 };
  const asked = query.region.map(({ area, code }): AskedDays => {
    const { start, end } = rangeOf(query, area, defaults, longestDays);
    return {
      area,
      code,
      days: operatingDays(localDay(area.marketTimezone, start), localDay(area.marketTimezone, end - 1)),
    };
  });
  return { asOf, asked };
}

async function prepareDays(
  deps: PeakDeps,
  query: PeaksValues & ReturnType<typeof daysAsked>,
  request: AuthedRequest,
): Promise<Prepared> {
  const { asOf, asked } = query;
  const gate = query.gate as Extract<RunChoice, { kind: 'gate' }> | undefined;
  const rows: PeakRow[] = [];
  for (const { area, code, days } of asked) {
    const found: readonly PeakDay[] = await readPeaks(deps, { area, days, asOf, ...(gate && { gate }) });
    rows.push(...found.map((peak) => ({ ...peak, area, code })));
  }
  const shape = insightShape(query, request);
  const hasOdds = entitlementClass(request.principal.plan) === 'bounds';
  const first = asked.map(({ days }) => days[0]!).toSorted()[0]!;
  const last = asked
    .map(({ days }) => days.at(-1)!)
    .toSorted()
    .at(-1)!;
  const table = peaksTable(rows, { hasOdds, zoneFor: shape.zoneFor });
  return rowsAnswer(
    {
      name: 'peaks',
      regions: asked.map(({ area }) => area.id),
      table,
      meta: { start: first, end: last },
      headers: newestIssueHeader(table),
      // For days to come it is now: the odds change with the run and the load, which are in other columns.
      untagged: ['odds_at'],
      shape,
      about: first,
    },
    request,
  );
}
