import { DAY_MS, HOUR_MS, MINUTE_MS } from '@loadcast/core';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', MINUTE_MS],
  ['min', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
]);

/** A duration in whole ms, `0s`, `90m`, `1.5h`, `7d`; undefined where the text is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)(s|m|min|h|d)$/.exec(text) ?? [];
  const unitMs = UNIT_MS.get(unit);
  return count === undefined || unitMs === undefined ? undefined : Math.round(Number(count) * unitMs);
}
