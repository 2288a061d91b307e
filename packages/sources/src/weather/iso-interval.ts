import { DAY_MS, HOUR_MS, type Window } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';

/**
 * Reads `2026-03-04T12:00:00+00:00/PT13H`, as NWS writes the time of a value.
 *
 * @returns whole hours, or undefined for any other form
 */
export function readIsoInterval(text: string): Window | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:00:00(?:Z|[+-]\d{2}:00))\/P(?:(\d{1,3})D)?(?:T(\d{1,4})H)?$/.exec(text);
  if (!match) return undefined;
  const start = parseEpochMs(match[1]!);
  const length = Number(match[2] ?? 0) * DAY_MS + Number(match[3] ?? 0) * HOUR_MS;
  return Number.isNaN(start) || length === 0 ? undefined : { start, end: start + length };
}
