import { HOUR_MS } from '../../time/wall-clock.js';
import { type ColumnsAnswer, numbers, texts } from '../columns.js';
import type { Values } from '../values.js';

/**
 * `/v1/demand/revisions?format=columns` of one grid: of each hour the load as it was first published, where it was restated
 * since; null elsewhere.
 *
 * @param count hours from `startMs` on
 */
export function firstPublished(answer: ColumnsAnswer, startMs: number, count: number): Values {
  const [old, known] = [numbers(answer, 'old_mw'), texts(answer, 'known_at').map((text) => Date.parse(text ?? ''))];
  const first = new Array<number | null>(count).fill(null);
  const knownAt = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
  for (const [row, text] of texts(answer, 'time_utc').entries()) {
    const at = Math.round((Date.parse(text ?? '') - startMs) / HOUR_MS);
    if (!(at >= 0 && at < count && known[row]! < knownAt[at]!)) continue;
    first[at] = old[row] ?? null;
    knownAt[at] = known[row]!;
  }
  return first;
}
