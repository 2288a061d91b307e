import assert from 'node:assert/strict';
import { type Check, check } from '../check.js';
import { askFailure } from '../failures.js';
import { GATE_HOUR, GRIDS, MARKET_RUNS } from '../known/areas.data.js';
import { addDays, dayWindow, instantOf } from '../known/market-time.js';
import { range } from '../load-reports.js';

/** Long before there was any service of this kind, and its load. */
const EARLY = '2000-01-01';
const GRID = GRIDS.find(({ region }) => region === 'PJM')!;
const ZONE = GRID.marketTimezone;

interface Reason {
  /** The request. */
  readonly asked: string;
  readonly reason: string;
  path(today: string): string;
  /** When it may be there; absent: the answer must not promise anything. */
  expectedAt?(today: string): number;
}

const report = (query: string, day: string): string =>
  `/oasis?${query}&tac_area_name=PJM&resultformat=7&${range(dayWindow(ZONE, day))}`;

/** Requests that find nothing for a reason that is the same on every service. */
const REASONS: readonly Reason[] = [
  {
    asked: 'an accuracy as of a time before there were forecasts',
    reason: 'not_issued',
    path: () => `/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=PJM&resultformat=7&as_of=${EARLY}T00:00:00Z`,
    expectedAt: () => instantOf(ZONE, EARLY, GATE_HOUR),
  },
  {
    asked: 'load as of a time when none was known',
    reason: 'not_loaded',
    path: () => `${report('queryname=SLD_ACTUAL', '1999-12-01')}&as_of=${EARLY}T00:00:00Z`,
  },
  {
    asked: 'load that lies before all that is kept',
    reason: 'before_history',
    path: () => report('queryname=SLD_ACTUAL', '1990-01-01'),
  },
  ...MARKET_RUNS.map(
    ({ run, leadDays }): Reason => ({
      asked: `${run} of a day whose gate is to come`,
      reason: 'not_covered',
      path: (today) => report(`queryname=SLD_FCST&market_run_id=${run}`, addDays(today, leadDays + 3)),
      expectedAt: (today) => instantOf(ZONE, addDays(today, 3), GATE_HOUR),
    }),
  ),
];

/** The reason of an empty answer is the true one: a caller decides by it whether to ask again, and when. */
export const CHECKS_REASONS: readonly Check[] = REASONS.map(({ asked, reason, path, expectedAt }) =>
  check(`no_data says the true reason: ${asked} is ${reason}`, async (service) => {
    const { text } = await askFailure(service, path(service.today), { code: 'no_data', format: 'json' });
    const { details } = JSON.parse(text).error;
    assert.equal(details.reason, reason);
    if (expectedAt) assert.equal(Date.parse(details.expected_at), expectedAt(service.today));
    else assert.equal(details.expected_at, undefined);
  }),
);
