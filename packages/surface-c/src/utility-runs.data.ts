import type { ReportRun } from '@loadcast/core';

/** The runs of surface C, the default first. */
export const UTILITY_RUNS = ['DAM', 'RTM', '2DA'] as const satisfies readonly ReportRun[];
