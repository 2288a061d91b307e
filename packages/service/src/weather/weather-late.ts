import { HOUR_MS } from '@loadcast/core';

/**
 * Weather is late after so long, for the monitors, the alert and `loadcast doctor` alike: it is requested every hour,
 * and among the offices that forecast for all areas one issues in any six hours, so that six polls in a row have
 * brought nothing.
 */
export const WEATHER_LATE_MS = 6 * HOUR_MS;
