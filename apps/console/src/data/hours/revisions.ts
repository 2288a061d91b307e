import { type ColumnsAnswer, instants, numbers, placer } from '../columns.js';
import type { Values } from '../values.js';

/**
 * `/v1/demand/revisions?format=columns` of one grid: of each hour the load as it was first published, where it was restated
 * since; null elsewhere.
 *
 * @param count hours from `startMs` on
 */
export function firstPublished(answer: ColumnsAnswer, startMs: number, count: number): Values {
  const known = instants(answer, 'known_at');
  // The earliest of an hour is placed last.
  const rows = known.map((_, row) => row).sort((a, b) => (known[b] ?? 0) - (known[a] ?? 0));
  const sorted = Object.entries(answer.data).map(([name, values]) => [name, rows.map((row) => values[row])]);
  const ordered = { ...answer, data: Object.fromEntries(sorted) };
  return placer(ordered, startMs, count)(numbers(ordered, 'old_mw'));
}
