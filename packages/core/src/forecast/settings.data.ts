/** Lead days of the engine's forecasts. */
export const LEAD_DAYS = {
  /** Lead days 0 to 17: 384 hours from any hour of a day that may itself be a day old. */
  last: 17,
  /** Last lead day that neighbours, the operator's forecast and the newest hours of load improve. */
  lastNear: 4,
} as const;
