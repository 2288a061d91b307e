/**
 * The newest hours of an operator's own feed. NYISO's, 2016-07 to 2019-06: after the usual ratio to what EIA-930 says
 * three hours later (the median of the hour of day over 28 days) an hour differs by 0.13 % in the mean, by 0.57 % in one of a hundred.
 */
export const NEWEST_LOAD = {
  /** Days over which the feed is compared with reported load. */
  comparedDays: 28,
  /** Fewest compared days for each hour of the day. */
  fewestDays: 10,
  /** Hours. Without reported load for longer nobody can say whether the feed is right. */
  mostHours: 24,
  /** Usual difference, in logs, of a feed that measures something else. */
  mostUsualError: 0.02,
  /** Newest hours of both whose mean difference may be so many times the usual one, and in any case this much. */
  agreementHours: 6,
  mostErrorRatio: 4,
  leastError: 0.004,
  /** Days before, whose values are looked for in the newest hours. */
  repeatedDays: 8,
  /** Difference of logs to reported load a week before: more is another unit. */
  mostLevelChange: 0.7,
  /** A step from hour to hour so far outside of all of that hour of the day, in logs, is not the load's. */
  newStep: 0.01,
  /** Moved by an hour the feed fits this much better: it is displaced. */
  displacedErrorRatio: 0.6,
} as const;
