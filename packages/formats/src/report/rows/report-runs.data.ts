import type { ReportRun } from '@loadcast/core';

/** The fields of a report that depend on the run, in the words of the OASIS convention. */
export interface RunWords {
  readonly loadType: string;
  readonly label: string;
  readonly item: string;
  /** Display rank. */
  readonly pos: number;
}

/** One row per run. `15DA` and the hourly `RTM` are not in OASIS; the other words are those of CAISO's OASIS. */
export const RUN_WORDS: Readonly<Record<ReportRun, RunWords>> = {
  DAM: { loadType: '1', label: 'Demand Forecast Day Ahead', item: 'SYS_FCST_DA_MW', pos: 2 },
  '2DA': { loadType: '2', label: 'Demand Forecast 2-Day Ahead', item: 'SYS_FCST_2DA_MW', pos: 1 },
  '7DA': { loadType: '0', label: 'Demand Forecast 7-Day Ahead', item: 'SYS_FCST_7DA_MW', pos: 0 },
  '15DA': { loadType: '0', label: 'Demand Forecast 15-Day Ahead', item: 'SYS_FCST_15DA_MW', pos: 6 },
  ACTUAL: { loadType: '0', label: 'Total Actual Hourly Integrated Load', item: 'SYS_FCST_ACT_MW', pos: 3 },
  RTM: { loadType: '0', label: 'Real-Time Demand Forecast', item: 'SYS_FCST_RTM_MW', pos: 4 },
};
