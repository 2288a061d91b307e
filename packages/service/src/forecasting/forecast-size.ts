/**
 * Bytes by which one forecast of the engine makes the embedded store larger, as a test measures: its values are 2.4 KB on
 * average, and a page of 4 KB holds one row.
 */
export const STORED_FORECAST_BYTES = 4_000;

/** MB that a year of hourly forecasts of some areas adds to a store, to ten. */
export const yearOfForecastsMb = (areas: number): number =>
  10 * Math.round((areas * 365 * 24 * STORED_FORECAST_BYTES) / 1e7);
