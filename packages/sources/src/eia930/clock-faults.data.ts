import type { Measure } from '@loadcast/core';

/** A stretch in which EIA-930 labels a series' hours wrongly. */
export interface ClockFault {
  readonly series: string;
  readonly measures: readonly Measure[];
  /** Starts of the first hour with the fault and of the first without, as labeled by EIA (hour ending less 1 h). */
  readonly from: string;
  /** `null`: not known to have ended. */
  readonly to: string | null;
  /** What to add to a label, hours: -1 where EIA labels one hour late. */
  readonly shiftHours: number;
}

const LOAD: readonly Measure[] = ['demand', 'demand_adjusted', 'demand_imputed'];
const CALIFORNIA = ['CISO', 'CISO-PGAE', 'CISO-SCE', 'CISO-SDGE', 'CISO-VEA'];

/** Late for one day, right for one, then late for good: load against CAISO's own EMS and OASIS values. */
const CALIFORNIA_LATE = [
  { from: '2022-06-14T07:00Z', to: '2022-06-15T07:00Z', shiftHours: -1 },
  { from: '2022-06-16T07:00Z', to: null, shiftHours: -1 },
];

/** Every known fault, to the hour: at each end the values repeat or skip one, or the best lag against load changes. */
export const CLOCK_FAULTS: readonly ClockFault[] = [
  ...CALIFORNIA.flatMap((series) => CALIFORNIA_LATE.map((span) => ({ series, measures: LOAD, ...span }))),
  {
    series: 'CISO',
    measures: LOAD,
    from: '2015-07-01T00:00Z',
    to: '2016-09-12T21:00Z',
    shiftHours: -1,
  },
  { series: 'PJM', measures: ['day_ahead_forecast'], from: '2019-01-30T05:00Z', to: null, shiftHours: 1 },
];
