/** Faults of a published forecast, in words: the second part of `excludedInputs`. */
export const FAULTS = {
  degrees: 'not in degrees Celsius',
  dayLate: 'late by a day',
  displaced: 'displaced by an hour',
  flat: 'one value for all hours of tomorrow',
  repeated: 'the values of an earlier issue under new dates',
  miss: 'does not agree with reported load',
  step: 'a step that it has not made for four weeks',
  unit: 'not in the unit of the load',
  week: 'values at fault in the last week',
} as const;

/**
 * Checks of the operator's day-ahead forecast (EIA-930, 2015-07 to 2019-06, seven grids). The step at a midnight that a file begins with has
 * a largest distance from its median, in four weeks, of 0.04 as a rule: 18 of 9,764 days are farther from it than 1.5 times that and 0.02
 * more. Known hours that fit twice as well an hour off, with a spread of three times the usual, are true of 7 in a thousand days, and of 85 in a
 * hundred that are displaced; of the former few have a file of tomorrow that looks displaced too.
 */
export const OPERATOR_FAULTS = {
  /** Days before tomorrow that are searched for faults: the days of features and of the usual error, and as many before. */
  daysLookedAt: 60,
  /** Days before a day that it is compared with, and the fewest of them. */
  comparedDays: 28,
  fewestDays: 10,
  /** Earlier days searched for the same values, and the number of equal hours in a day that cannot be a coincidence. */
  repeatedDays: 7,
  repeatedHours: 8,
  /**
   * A forecast one day late: days judged together, maximum ratio of the error against the previous day's load to the
   * error against its own, and minimum ratio of the latter to the usual error.
   */
  dayLate: { days: 4, errorRatio: 0.5, spreadRatio: 1.5 },
  /** Ratios of `dayLate` while a forecast stays one day late, or repeats days. */
  stillDayLate: { days: 2, errorRatio: 2, spreadRatio: 0 },
  /** A fault that began longer ago than this is how the operator forecasts now. */
  longestDays: 21,
  /** A forecast that is displaced by an hour is better than none as soon as two of four weeks of its errors are known. */
  longestDisplacedDays: 14,
  /** Hours of a day that must be measured to judge it. */
  fewestHours: 5,
  /** A step at midnight: its minimum size (difference of logs) relative to the largest step of the compared days. */
  stepRatio: 1.5,
  leastStep: 0.02,
  /** Share of the step that the day's level, and later its error, must reach. */
  stepShare: 0.4,
  /** Mean error of a day's measured hours, as a difference of logs, and against the largest of the compared days. */
  leastMiss: 0.15,
  missRatio: 1.5,
  /** First day of a displacement: days, and the ratios of `dayLate` with the spread an hour off. Tomorrow must look displaced too. */
  displaced: { days: 1, errorRatio: 0.5, spreadRatio: 3 },
  /** Ratios once a displacement has lasted for days. */
  displacedBefore: [
    { days: 3, errorRatio: 0.7, spreadRatio: 1.4 },
    { days: 1, errorRatio: 0.85, spreadRatio: 1 },
  ],
  /** Ratios while a displacement lasts. */
  stillDisplaced: [
    { days: 2, errorRatio: 0.85, spreadRatio: 1.5 },
    { days: 1, errorRatio: 1, spreadRatio: 0 },
  ],
  /** Ratio for tomorrow against any of the days before. */
  tomorrowRatio: 0.85,
  /** Mean error of a day, as a difference of logs, that no operator makes: such days are not in the training data. */
  unitError: 0.25,
} as const;

/**
 * When a forecast of several days fits better a day off, so that it is late by a day. In NYISO's files of 2016 to
 * 2019-06, the ratio of both fits between a forecast and the previous day's forecast is at least 0.98, and below 0.7
 * where the former is a day late; between the last five days and their load it is at least 0.6, and below 0.7 for 97 %
 * of late ones (measured by a script).
 */
export const MULTI_DAY_LATE = {
  /** Maximum ratio of the fit a day off to the fit as dated, over the hours shared with an earlier forecast. */
  sharedErrorRatio: 0.8,
  /** The same for the last days as forecast the day before each; all conditions must hold, so that a correct feed is soon used again. */
  measured: [
    { days: 5, errorRatio: 0.7 },
    { days: 3, errorRatio: 1 },
  ],
} as const;

/**
 * Checks of temperature forecasts against the forecasts of the days before, °C. Tuned on simulated forecasts with
 * errors of 1 °C: docs/forecasting.md.
 */
export const WEATHER_FAULTS = {
  /** Days before an issue over which forecasts are compared with each other. */
  comparedDays: 14,
  /**
   * Largest difference between tomorrow's mean and the mean of the week before, and between two days and an earlier
   * forecast of them: more means another unit.
   */
  mostWeekChangeC: 30,
  mostChangeC: 15,
  /** Mean of a day of the training data less the median of the days before it: more is another unit. The largest of 2016 to 2019 is 18. */
  mostMonthChangeC: 25,
  plausibleDays: 28,
  fewestPlausibleDays: 14,
  /** Smallest change of two days between forecasts that is a step, more for each day between them, and against the largest of the compared. */
  leastStepC: 4,
  stepADayC: 0.5,
  stepRatio: 1.5,
  /** The spread of a displaced forecast against the usual one. */
  spreadRatio: 1.5,
  /** Maximum ratio of the fit a day off to the fit as dated: each forecast repeats the day before. */
  dayLateErrorRatio: 0.4,
  /** The first hour of a day that its forecast is of. */
  fromHour: 12,
} as const;
