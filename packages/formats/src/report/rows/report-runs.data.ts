import { HORIZONS, type ReportRun, type RunWords } from '@loadcast/core';

/** The fields of a report that depend on the run. The hourly `RTM` is not in OASIS; the other names are CAISO OASIS names. */
export const RUN_WORDS: ReadonlyMap<ReportRun, RunWords> = new Map<ReportRun, RunWords>([
  ...HORIZONS.map(({ run, oasis }) => [run, oasis] as const),
  ['ACTUAL', { loadType: '0', label: 'Total Actual Hourly Integrated Load', item: 'SYS_FCST_ACT_MW', pos: 3 }],
  ['RTM', { loadType: '0', label: 'Real-Time Demand Forecast', item: 'SYS_FCST_RTM_MW', pos: 4 }],
]);
