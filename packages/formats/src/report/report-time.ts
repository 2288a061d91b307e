import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import type { InstantText } from './report-layout.js';

/**
 * A writer of UTC instants, `2026-11-21T03:00:00` and then `suffix`: caches the last day and the last text, since a
 * report's stamps come hour after hour and each end is the next start.
 *
 * @param suffix how this answer writes UTC: `+00:00` on the surfaces, `-00:00` as CAISO's OASIS
 */
export function utcText(suffix: '+00:00' | '-00:00'): InstantText {
  const hours = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00${suffix}`);
  let lastDay = Number.NaN;
  let lastDayText = '';
  let last = Number.NaN;
  let lastText = '';
  return (instant: EpochMs) => {
    if (instant === last) return lastText;
    const day = Math.floor(instant / DAY_MS);
    if (day !== lastDay) {
      lastDay = day;
      lastDayText = new Date(instant).toISOString().slice(0, 10);
    }
    const hour = (instant - day * DAY_MS) / HOUR_MS;
    last = instant;
    lastText = Number.isInteger(hour)
      ? lastDayText + hours[hour]!
      : new Date(instant).toISOString().slice(0, 19) + suffix;
    return lastText;
  };
}
