import { AREAS } from '@loadcast/core';

/**
 * Bytes by which one forecast of the engine makes the embedded store larger, as a test measures: its values are 2.4 KB on
 * average, and a page of 4 KB holds one row.
 */
export const STORED_FORECAST_BYTES = 4_000;

/** MB that a year of hourly forecasts of all areas adds to a store, to ten. */
export const YEAR_OF_FORECASTS_MB = 10 * Math.round((AREAS.length * 365 * 24 * STORED_FORECAST_BYTES) / 1e7);
