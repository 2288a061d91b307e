import { LOAD_SEASONS, PEAK_PROGRAMS } from '@loadcast/core/insight';
import { count, megawatts, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { DRIVER_COLUMNS } from '../../columns/driver-columns.js';
import { timeLocal } from '../../endpoints/answers-by-parameter.js';
import { rowsOf } from '../answers.js';
import { hourOddsName, MOST_HOURS } from '../tables/peaks-table.js';

const region = z.string().describe('Canonical code of the region.');
const model = z.string().min(1).describe('Model and version; `simulated-` is not about a real grid.');
const hour = { time_utc: utcText().describe('Start of the hour.'), time_local: timeLocal.optional(), region };

const parts = Object.fromEntries(
  Object.entries(DRIVER_COLUMNS).map(([name, { about }]) => [name, megawatts(`${about}, MW.`)]),
);

/** GET /v1/demand/drivers */
export const driversAnswer = rowsOf(
  {
    ...hour,
    value_mw: megawatts('The forecast, MW: the sum of the parts.'),
    ...parts,
    issued_at: utcText().describe('When the run was made.'),
    model,
  },
  {
    start: utcText(),
    end: utcText(),
    hours_without_drivers: count('Hours whose run was kept without drivers: absent from data.'),
  },
);

/** GET /v1/demand/scenarios */
export const scenariosAnswer = rowsOf(
  {
    ...hour,
    path: z.int().min(1).max(200).describe('Number of the path. All hours of a path belong together.'),
    value_mw: megawatts('Load of the path, MW.'),
  },
  {
    run_id: z.string().describe('The run that the paths are of: with it they come again.'),
    issued_at: utcText(),
    model,
    paths: count('Paths in data.'),
  },
);

const probability = (text: string) => z.number().min(0).max(100).describe(`Probability in percent, ${text}`).optional();
const hours = Object.fromEntries(
  Array.from({ length: MOST_HOURS }, (_, index) => [
    hourOddsName(index + 1),
    probability(`that the peak falls in hour ${index + 1} of the day.`),
  ]),
);

/** GET /v1/demand/peaks */
export const peaksAnswer = rowsOf(
  {
    day: z.iso.date().describe('Operating day of the market.'),
    region,
    state: z
      .enum(['forecast', 'measured', 'pending'])
      .describe('`measured`: the day is over; `pending`: too little is known.'),
    peak_mw: megawatts(
      'Expected load of the highest hour, MW: a mean over joint paths, within `p10` and `p90`.',
    ).optional(),
    p10: megawatts('Lower bound of the peak in MW: one day of ten is below.').optional(),
    p90: megawatts('Upper bound of the peak in MW: one day of ten is above.').optional(),
    peak_time_utc: utcText().describe('Start of the most likely hour of the peak.').optional(),
    peak_time_local: timeLocal.optional(),
    month_pct: probability('that no other day of the month has a higher peak.'),
    season: z.enum(LOAD_SEASONS.map(({ id }) => id)).optional(),
    season_so_far_pct: probability('that no earlier day of the season has a higher peak.'),
    program: z
      .enum(PEAK_PROGRAMS.map(({ id }) => id))
      .describe('The coincident-peak rule that the day counts for.')
      .optional(),
    program_pct: probability('that the day is one of its days: of the highest 1 or 5, by the rule.'),
    ...hours,
    actual_peak_mw: megawatts('Measured load of the highest hour, MW.').optional(),
    actual_peak_time_utc: utcText().describe('Start of that hour.').optional(),
    actual_peak_time_local: timeLocal.optional(),
    odds_at: utcText()
      .describe('The instant that the odds are of: the gate, the start of a past day, or now.')
      .optional(),
    issued_at: utcText().describe('When the run was made.').optional(),
    model: model.optional(),
  },
  { start: z.iso.date(), end: z.iso.date() },
);
