import type { AreaId } from '../areas/area.js';

/** A rule by which a customer's charges follow its load at the grid's highest hours. */
export interface PeakProgram {
  readonly id: string;
  readonly areaId: AreaId;
  readonly name: string;
  /** First and last month, 1 to 12, both in it. */
  readonly months: readonly [number, number];
  /** Whether each month has peaks of its own, or all of them together. */
  readonly per: 'month' | 'season';
  /** Days whose peaks count, in each month or in the season. */
  readonly count: number;
  /** `working`: neither weekends nor holidays count. */
  readonly days: 'all' | 'working';
  /** The rule in words. */
  readonly rule: string;
  readonly source: string;
}

/** Coincident-peak rules. Peaks are by hour here; ERCOT's are of 15 minutes. */
export const PEAK_PROGRAMS: readonly PeakProgram[] = [
  {
    id: 'ercot_4cp',
    areaId: 'ercot',
    name: '4CP',
    months: [6, 9],
    per: 'month',
    count: 1,
    days: 'all',
    rule: 'The highest 15 minutes of each month from June to September.',
    source: 'Public Utility Commission of Texas, Substantive Rule 25.192',
  },
  {
    id: 'pjm_5cp',
    areaId: 'pjm',
    name: '5CP',
    months: [6, 9],
    per: 'season',
    count: 5,
    days: 'all',
    rule: 'The highest hours of the five highest days from June to September.',
    source: 'PJM Manual 19, Load Forecasting and Analysis',
  },
  {
    id: 'nyiso_1cp',
    areaId: 'nyiso',
    name: '1CP',
    months: [7, 8],
    per: 'season',
    count: 1,
    days: 'working',
    rule: 'The highest hour of a working day in July and August (since 2021; before, of any day of the summer).',
    source: 'NYISO Installed Capacity Manual',
  },
  {
    id: 'isone_1cp',
    areaId: 'isone',
    name: '1CP',
    months: [1, 12],
    per: 'season',
    count: 1,
    days: 'all',
    rule: 'The highest hour of the calendar year.',
    source: 'ISO New England Market Rule 1, section III.13.7',
  },
];

/** A season of the load: its months, which may pass the end of a year. */
export interface LoadSeason {
  readonly id: 'winter' | 'spring' | 'summer' | 'autumn';
  /** 1 to 12. */
  readonly firstMonth: number;
  readonly months: number;
}

/** Seasons as NERC's seasonal assessments have them: summer is June to September, winter December to February. */
export const LOAD_SEASONS: readonly LoadSeason[] = [
  { id: 'winter', firstMonth: 12, months: 3 },
  { id: 'spring', firstMonth: 3, months: 3 },
  { id: 'summer', firstMonth: 6, months: 4 },
  { id: 'autumn', firstMonth: 10, months: 2 },
];
