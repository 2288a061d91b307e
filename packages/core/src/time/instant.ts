/** Milliseconds since 1970-01-01T00:00Z. Every instant inside Loadcast is one of these. */
export type EpochMs = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/**
 * The start of the UTC hour that contains `instant`.
 *
 * @param instant epoch ms
 * @returns epoch ms, `<= instant`
 * @example
 * floorToHour(3_600_001) // => 3600000
 */
export function floorToHour(instant: EpochMs): EpochMs {
  return Math.floor(instant / HOUR_MS) * HOUR_MS;
}

/**
 * The first UTC hour that starts at or after `instant`.
 *
 * @param instant epoch ms
 * @returns epoch ms, `>= instant`
 * @example
 * ceilToHour(3_600_001) // => 7200000
 */
export function ceilToHour(instant: EpochMs): EpochMs {
  return Math.ceil(instant / HOUR_MS) * HOUR_MS;
}
