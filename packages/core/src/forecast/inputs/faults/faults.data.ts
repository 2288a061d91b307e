/** What is wrong with a forecast that was published, in words: the second part of `excludedInputs`. */
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
  /** Days before tomorrow in which faults are looked for: those of features and of the usual error, and as many before. */
  daysLookedAt: 60,
  /** Days before a day that it is compared with, and the fewest of them. */
  comparedDays: 28,
  fewestDays: 10,
  /** Days before, whose values are looked for again, and hours of a day with them that are no chance. */
  repeatedDays: 7,
  repeatedHours: 8,
  /** Days that are judged together, the error from the load of the day before against that from their own, and the latter against the usual, when a forecast begins to be late by a day, */
  dayLate: { days: 4, errorRatio: 0.5, spreadRatio: 1.5 },
  /** while it still is, or repeats days. */
  stillDayLate: { days: 2, errorRatio: 2, spreadRatio: 0 },
  /** A file of longer ago says nothing new: what began before so many days is how the operator forecasts now. */
  longestDays: 21,
  /** A forecast that is displaced by an hour is better than none as soon as two of four weeks of its errors are known. */
  longestDisplacedDays: 14,
  /** Hours of a day that must be measured to judge it. */
  fewestHours: 5,
  /** A step at midnight, as a difference of logs, against the largest of the compared days, */
  stepRatio: 1.5,
  leastStep: 0.02,
  /** and the share of it that the level of the day, and later its error, must have. */
  stepShare: 0.4,
  /** Mean error of a day's measured hours, as a difference of logs, and against the largest of the compared days. */
  leastMiss: 0.15,
  missRatio: 1.5,
  /** The same with the spread an hour off, when it begins to be displaced (tomorrow must look displaced too), */
  displaced: { days: 1, errorRatio: 0.5, spreadRatio: 3 },
  /** has been for days, */
  displacedBefore: [
    { days: 3, errorRatio: 0.7, spreadRatio: 1.4 },
    { days: 1, errorRatio: 0.85, spreadRatio: 1 },
  ],
  /** while it still is, */
  stillDisplaced: [
    { days: 2, errorRatio: 0.85, spreadRatio: 1.5 },
    { days: 1, errorRatio: 1, spreadRatio: 0 },
  ],
  /** and of tomorrow with any of the days before. */
  tomorrowRatio: 0.85,
  /** Mean error of a day, as a difference of logs, that no operator makes: such days are not in the training data. */
  unitError: 0.25,
} as const;

/**
 * When a forecast of several days fits better a day off, so that it is late by a day. NYISO's files of 2016 to 2019-06: of a forecast and that
 * of the day before the ratio of both fits is 0.98 or more, and below 0.7 where the former is a day late; of the last five days and
 * their load it is 0.6 and more, and below 0.7 of 97 in a hundred that are late (a script).
 */
export const MULTI_DAY_LATE = {
  /** Fit a day off against as it is, of the hours that it shares with an earlier one, */
  sharedErrorRatio: 0.8,
  /** and of the last days as forecast the day before each: all of these, so that a true feed is used again soon. */
  measured: [
    { days: 5, errorRatio: 0.7 },
    { days: 3, errorRatio: 1 },
  ],
} as const;

/** Checks of forecasts of temperature against those of the days before, °C. Of simulated forecasts with errors of 1 °C: docs/forecasting.md. */
export const WEATHER_FAULTS = {
  /** Days before an issue over which forecasts are compared with each other. */
  comparedDays: 14,
  /** Mean of tomorrow less that of the week before, and of two days less that of an earlier forecast: more is another unit. */
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
  /** Fit an hour off against as it is, and the spread against the usual one. */
  displacedErrorRatio: 0.6,
  spreadRatio: 1.5,
  /** Fit a day off against as it is: each forecast is that of the day before. */
  dayLateErrorRatio: 0.4,
  /** Days whose values the trailing means of temperature read; the first hour of a day that its forecast is of. */
  memoryDays: 8,
  fromHour: 12,
} as const;
