/** The runs of surface C, the default first. */
export const UTILITY_RUNS = ['DAM', 'RTM', '2DA'] as const;

export type UtilityRun = (typeof UTILITY_RUNS)[number];
