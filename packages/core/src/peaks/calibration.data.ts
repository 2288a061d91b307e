/**
 * Calibration of odds, estimated from day-ahead runs of 2018 to 2020 (CAISO, ERCOT, PJM, NYISO, ISO-NE) and judged on
 * 2021 to 2023: docs/peaks.md. The highest hour of a path is too high, since its hourly errors differ from errors of
 * peak hours; the paths' likeliest hours have too high odds, and their neighbors too low ones; and single days end far
 * above their paths more often than the paths indicate.
 */
export const PEAK_CALIBRATION = {
  /** Paths are multiplied by it before their peaks are taken. */
  level: 0.992,
  /** Odds of hours are raised to this power and scaled to a sum of 1. */
  sharpness: 1.3,
  /** Then each hour gives this share of its odds to its neighbors: half to each side. */
  spread: 0.13,
  /** Share of it that goes two hours away: without it twice as many peaks come at hours that have no odds at all. */
  spreadFar: 0.05,
  /** Peaks of a day above the median are stretched by 1 plus this for each standard deviation, where days are compared. */
  tail: 0.2,
} as const;
