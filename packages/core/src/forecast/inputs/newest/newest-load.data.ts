/**
 * The newest hours of an operator's own feed. NYISO's, 2016-07 to 2019-06: after the usual ratio to what EIA-930 says
 * three hours later (the median of the hour of day over 28 days) an hour differs by 0.13 % in the mean, by 0.57 % in one of a hundred.
 */
export const NEWEST_LOAD = {
  /** Days over which the feed is compared with reported load. */
  comparedDays: 28,
  /** Fewest compared days for each hour of the day. */
  fewestDays: 10,
  /** Hours. After a longer gap in reported load the feed cannot be verified. */
  mostHours: 24,
  /** Usual difference, in logs, of a feed that measures something else. */
  mostUsualError: 0.02,
  /** Newest hours of both, and limits of their mean difference: a multiple of the usual one, and an absolute one. */
  agreementHours: 6,
  mostErrorRatio: 4,
  leastError: 0.004,
  /** Earlier days whose values are searched for in the newest hours. */
  repeatedDays: 8,
  /** A step from hour to hour so far outside of all of that hour of the day, in logs, is not the load's. */
  newStep: 0.01,
} as const;
