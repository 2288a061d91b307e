/**
 * Every hyper-parameter of the engine, by room.
 *
 * Values without another reason were chosen by the errors of backtests of 2020 to 2023 and of July 2018 to June 2019
 * (docs/forecasting.md). Changing one changes every forecast: run a backtest of both periods before and after.
 */

/** A local date as a day number: whole days since 1970-01-01. */
const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 86_400_000;

/** Ridge strength by the lead day, or the hour, from which it holds: larger for later ones. Each step costs a factorisation. */
export type RidgeSteps = Readonly<Record<number, number>>;

/** Lead days of the engine's forecasts. */
export const LEAD_DAYS = {
  /** Lead days 0 to 17: 384 hours from any hour of a day that may itself be a day old. */
  last: 17,
  /** Last lead day that neighbors, the operator's forecast and the newest hours of load improve. */
  lastNear: 4,
} as const;

/** Which issues are made at all. */
export const ISSUE = {
  /** Hours. Lead day 0 begins at most this long before the issue, or lead day 17 would end too early. */
  latestOwnLoadHours: 24,
  /** Days. No forecast is made when the newest measured hour is older than this. */
  longestGapDays: 30,
  /** Days with 24 measured hours before the first forecast: two of each weekday. */
  fewestDays: 14,
  /** Assumed hours from the end of the newest known hour of load to a past issue. */
  loadLagHours: 2,
  /**
   * Models kept per area, one for each number of known hours and operator days: enough for every hour of a day, so that
   * an issue fits nothing from the second day of a month on. One takes 0.6 to 1.6 MB.
   */
  mostModels: 25,
  /** Where states are kept a model is read when its hour comes: two for the reference hour, and this hour's. */
  mostModelsBesideStates: 3,
} as const;

/** Room `inputs`. */
export const INPUTS = {
  /** Instant. The first hour of EIA-930; nothing earlier is read. */
  historyStart: Date.UTC(2015, 6, 1),
  /** Days of the issue view before the refit: two months of features and four weeks of operator errors. */
  issueViewDays: 100,
  /** Hours. An operator forecasts at most the day after tomorrow. */
  operatorHoursAhead: 72,
  /** A refit is used when it knew at least this share of the last year's hours that are known at the issue. */
  fewestKnownShare: 0.9,
} as const;

/** Room `climatology`. */
export const CLIMATOLOGY = {
  /** Days after which a day's weight is half. */
  halfLifeDays: 4000,
  /** Multiplies the ridge penalties of the calendar's columns (`climatology/calendar-features.ts`). */
  ridge: 3,
  /** A day whose mean log load misses the fit by more than this has a smaller weight, in proportion: 3 %. */
  usualMiss: 0.03,
  /** Times that the first fit weighs its days. */
  firstRounds: 5,
  /** Days with load before the first fit, which is used for earlier days too: two years, so that seasons are known. */
  firstFitDays: 730,
  /** Fewest days of load a neighbor needs to be read. */
  steadyDays: 120,
  /** Share of the days since its first day that must have load. */
  steadyShare: 0.7,
} as const;

/** Room `weather`: which weather is read. */
export const WEATHER = {
  /** Days of the issue view before the refit. */
  issueViewDays: 110,
  /** Days before an issue day: the longest trailing mean, and a day. */
  memoryDays: 8,
  /** Hours of forecast weather read after the instant: all lead days. */
  hoursAhead: 24 * 18,
  /**
   * Neighbors in the list of points share a zone: a zone costs 78 coefficients an hour. Two zones or one per point make no reliable
   * difference in day-ahead MAPE of 2022 (four months): CAISO 2.10 % and 2.10 %, New York 1.55 % and 1.58 %. Another number would make
   * stores rebuild their weather history.
   */
  mostZones: 4,
  /** Hours. Longest gap that is filled by linear interpolation. */
  longestFilledGapHours: 6,
  /** Hours. Trailing means of temperature (recency effect, doi:10.1016/j.ijforecast.2015.09.006). */
  meanHours: [6, 24, 72, 168],
} as const;

/** Room `weather`: the fit of the response. */
export const WEATHER_RESPONSE = {
  /** Days after which a row's weight is half. */
  halfLifeDays: 1500,
  /** Rows (days) before the first fit, from which on past forecasts are made, each by the fit of its month. */
  fewestRows: 200,
  /** Penalty of each weather feature; the calendar's columns have their own. */
  ridge: 1,
} as const;

/** Room `regression`: the monthly ridge regression of residuals. */
export const REGRESSION = {
  /** Variance of a residual, (5 %)^2: ridge strengths are in multiples of it. */
  residualVariance: 0.0025,
  /** Farthest that a residual from the climatology may lie when it enters a model, in logs: 0.5 is a factor of 1.65. */
  residualClip: 0.5,
  /** Days after which a month's weight is half. */
  halfLifeDays: 3000,
  /** Width of the seasonal weight, days. */
  seasonWidthDays: 45,
  /** The smallest seasonal weight, for the opposite season. */
  seasonFloor: 0.3,
  /** Day of a month block that stands for all of it. */
  middleOfMonth: 16,
  /** Past training cutoffs with fewer rows than this are not fitted. */
  fewestRows: 60,
} as const;

/** Rooms `weather` and `regression`: which days are training rows. */
export const TRAINING_ROWS = {
  /** Filled-in hours above which a day is a bad day, and no row of the response to weather. */
  mostFilledHours: 6,
  /** Most bad days allowed among the week before and the lead days. */
  mostBadDays: 2,
  /** Most missing days allowed in the eight weeks before. */
  mostMissingDays: 8,
  /** Largest share of neighbors that may be missing. */
  mostMissingNeighbours: 0.3,
} as const;

/** Room `regression`: the operator's forecast. */
export const OPERATOR = {
  /** Days in the mean error that is subtracted, by hour. */
  debiasDays: 28,
  /** Days of them that must be known. */
  fewestDebiasDays: 10,
  /**
   * Hours of a day that may be missing in the operator's forecast. Its days may follow another clock than the area's, so
   * that the last hour of tomorrow belongs to a day not yet forecast. Missing hours are filled in.
   */
  mostFilledHours: 2,
  /** Larger errors, as a difference of logs, count as this one. */
  errorClip: 0.3,
} as const;

/** Rooms `inputs` and `regression`: the operator's forecasts of several days. */
export const MULTI_DAY = {
  /** Last lead day that is read: operators forecast today and at most seven days more. */
  lastLeadDay: 7,
  /** Hours. Every operator renews its forecast once a day or more often: an older one is frozen. */
  mostAgeHours: 36,
  /** Difference of logs between tomorrow's forecast and the load of last week: more is another unit. */
  mostLevelChange: 0.7,
  /** A forecast moved by an hour fits this much better than as it is: it is displaced. */
  displacedErrorRatio: 0.6,
  /** Share of equal hours, or of hours equal to another issue's, that marks a fault: hours may be left from an older issue. */
  mostEqualShare: 0.8,
  /** Days before an issue over which forecasts are compared with each other. */
  comparedDays: 10,
  /** Days before an issue over which forecasts are compared with the load. */
  measuredDays: 3,
} as const;

/** Room `regression`: the global model. */
export const GLOBAL_MODEL = {
  /** With fewer areas than this there is none. */
  fewestAreas: 3,
  /** Fits kept while past forecasts are made: one refit's past forecasts, plus a year of refits. */
  mostPastFits: 68,
} as const;

/**
 * Rooms `regression` and `combination`: the members of the ensembles. First days are local issue days.
 *
 * The newest hours say more of the next ones than any penalty allows them: the first sixteen hours after the known ones have ridge
 * strengths of their own, by distance (`nearRidge`). At 1 h one strength for all had 0.94 %, these 0.56 % (NYISO, CAISO, 2022).
 */
export const MEMBERS = {
  /** A member whose regression has fewer rows than this is not used. */
  fewestRows: 200,
  /** Hours after the known ones that have ridge strengths of their own, and shares of the autoregression. */
  nearHours: 16,
  /** The 48 newest residuals, the older 24 with a penalty; what that and its share are worth: docs/forecasting.md. */
  autoregression: {
    lastLeadDay: 1,
    ridge: { 0: 1 },
    nearRidge: { 1: 1 },
    dayBeforePenalty: 100,
    pastDays: 730,
    fewestPastDays: 60,
  },
  /** Own load and a few near grids. */
  grids: {
    firstDay: dayOf(2016, 1, 1),
    neighbourPenalty: 0.3,
    ridge: { 0: 75, 1: 110, 2: 175, 5: 20_000, 9: 40_000 },
    nearRidge: { 1: 0.15, 3: 1.5, 6: 9 },
  },
  /** Own load and many sub-areas, which EIA-930 has since October 2018. Two ridge steps: the design is large. */
  adjacent: { firstDay: dayOf(2018, 10, 8), neighbourPenalty: 3, ridge: { 0: 110 }, nearRidge: { 1: 4.5 } },
  /** The global model: its ridge is compared with the rows of ten areas. */
  global: { ridge: { 0: 750, 2: 1000, 5: 40_000, 9: 80_000 }, nearRidge: { 1: 1.5, 3: 15, 6: 90 } },
  /** Errors of the operator are smaller than residuals, so its features have smaller penalties. */
  operator: {
    firstDay: dayOf(2015, 8, 1),
    errorPenalty: 0.1,
    anomalyPenalty: 0.03,
    ridge: { 0: 1000 },
    nearRidge: { 1: 0.5, 3: 5, 6: 30 },
  },
  /** The errors of a forecast of several days; each lead day has its own, and farther ones are fitted more calmly. */
  multiDay: {
    firstDay: dayOf(2015, 8, 1),
    errorPenalty: 0.1,
    anomalyPenalty: 0.1,
    ridge: { 0: 1000, 2: 1500, 4: 3000 },
    nearRidge: { 1: 0.5, 3: 5, 6: 30 },
  },
  /** Residuals from calendar and weather are smaller than those from the calendar alone, and last longer. */
  weather: { ridge: { 0: 90, 1: 135, 2: 210, 5: 390, 9: 660 }, nearRidge: { 1: 0.15, 3: 1.5, 6: 9 } },
} as const;

/** Room `combination`: weights of the members. */
export const WEIGHTS = {
  /** Days after which an error's weight is half. */
  halfLifeDays: 365,
  /** Days that all members have forecast before weights are taken from their errors. */
  fewestComparedDays: 60,
  /** Days that a younger cohort shares with the older ones when it has the weight that its errors give it. */
  trustedDays: 180,
  /** Rows of a younger cohort's fits up to which only errors give it weight, and from which on it needs none. */
  youngRows: 365,
  grownRows: 700,
  /** Larger errors, as a difference of logs, count as this one: a storm does not decide the weights. */
  errorClip: 0.3,
  /** Shrinkage towards equal weights, as a share of the mean squared error. */
  shrinkage: 0.03,
} as const;

/** Room `combination`: the trailing error of the hour; docs/forecasting.md lists its gain by year. */
export const TRAILING_ERROR = {
  /** Half-life in days of an error's weight, and of the gain of its correction. */
  halfLifeDays: 14,
  trustHalfLifeDays: 365,
  /** Differences of logs are clipped here, and corrections start as worthless for this many days. */
  errorClip: 0.3,
  doubtError: 0.01,
  doubtDays: 60,
  /** Last lead day whose level is taken off; hours ahead from which it is in full, at other hours than the reference. */
  lastLevelLeadDay: LEAD_DAYS.lastNear,
  fullFromHours: 24,
} as const;

/** Room `combination`: which tier is used. */
export const TIER_SELECTION = {
  /** Days before the issue over which a tier's errors of tomorrow are compared with the load-only tier's. */
  comparisonDays: 28,
  /** A tier is excluded when its error exceeds the load-only error by more than this factor. */
  worstErrorRatio: 1.05,
} as const;

/** Room `uncertainty`: the size of recent errors. */
export const VOLATILITY = {
  /** Days of errors in a level. */
  days: 90,
  /** Half-life of an error's weight, days. */
  halfLifeDays: 10,
  /** Power of the level in the scale of errors: bounds follow its changes in part, in areas whose row says nothing else. */
  power: 0.5,
  /** Mean absolute log error of a day, assumed until there are errors. */
  assumedLevel: 0.06,
} as const;

/**
 * Room `uncertainty`: quantiles of past errors. Chosen with `CONFORMAL` by the pinball loss of p10 and p90 of 2018 to 2022, each season's
 * coverage within 75 and 85 %: -1.6 % at DAM, -4.7 % at 15DA against 730, 365, 25, 0.15 and a step of 0.0175 (docs/forecasting.md).
 */
export const ERROR_QUANTILES = {
  /** Days of past errors in a table: three of each season. */
  days: 1095,
  /** Days after which an error's weight is half. */
  halfLifeDays: 1000,
  /** Width of the seasonal weight, days. */
  seasonWidthDays: 25,
  /** Weight added in every season, so that no table is built from a few days only. */
  seasonFloor: 0.1,
  /** Days that primary members must have forecast before days of fallback members alone are left out. */
  fewestPrimaryDays: 120,
  /** With fewer errors than this the spread of an hour is assumed, as in a new area's first weeks. */
  fewestErrors: 90,
} as const;

/** Room `uncertainty`: kept quantile levels, closer together in the tails and beyond `CONFORMAL`; others are interpolated. */
export const TABLE_LEVELS = [
  0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.875,
  0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995,
] as const;

/** Room `uncertainty`: adaptive conformal inference (Gibbs & Candes 2021, arXiv:2106.00170). */
export const CONFORMAL = {
  /** The wanted share of misses in each tail, and the level it starts at. */
  tail: 0.1,
  /** How far a level moves for one day of all misses or none, between a lowest and a highest level. */
  step: 0.005,
  lowest: 0.01,
  highest: 0.3,
  /** Days before the training cutoff from which levels are adapted: four quarters, each season once. */
  adaptedDays: 370,
  /** Days of past forecasts before the first quarter with an error table. */
  firstTableDays: 180,
} as const;

/** Room `uncertainty`: how far the median lies below the mean, of the width from p10 to p90. Seven grids, 2020-23: DAM 0.01, then 0.02. */
export const MEDIAN = { belowMean: 0.02 } as const;

/** Room `uncertainty`: issues at other hours of the day. */
export const REFERENCE = {
  /**
   * Known hours of the issue day at which models are calibrated: the load up to 08:00, as at the morning gates. Past forecasts are made
   * for this hour only; an issue at another hour has its own fit, and these error quantiles scaled by the growth of errors.
   */
  knownHours: 8,
  /**
   * Size of errors by the hours from the end of the newest known hour to the start of the forecast hour, in any unit:
   * only ratios are used, beyond a day and where the area's own growth is not known. Measured on forecasts issued at
   * all hours of the day.
   */
  errorGrowth: { 0: 1.1, 1: 1.7, 2: 2.1, 3: 2.35, 5: 2.8, 7: 3.1, 13: 4.05, 25: 5.45, 49: 8.1, 168: 9.7 },
  /** Power of the growth of `nearErrorsOf`, factor of the spread, power of today's own width (docs/forecasting.md). */
  nearGrowth: { ofLoad: { power: 1, factor: 1, ofToday: 1 }, aboveLoad: { power: 0.75, factor: 1.2, ofToday: 0.5 } },
} as const;

/**
 * Kept with every run: how errors of its hours go together, as thousandths. Estimated from correlations of the errors
 * of day-ahead runs of 2018 to 2020, CAISO and ERCOT, each in units of its bounds, smoothed so that the highest hour of
 * a path is not too high.
 */
export const ERROR_DEPENDENCE = { persistence: 0.75, harmonics: [0.88, 0.1, 0.015, 0.005] } as const;
