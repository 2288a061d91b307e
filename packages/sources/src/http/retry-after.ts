import type { EpochMs } from '@loadcast/core';

/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 *
 * @returns ms to wait from `now`, never negative; undefined when absent or unreadable
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(header: string | undefined, now: EpochMs): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
