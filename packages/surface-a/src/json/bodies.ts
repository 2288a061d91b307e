import { BUDGETS, watchBudget } from '@loadcast/core/budgets';

/** A cache of the rows of answers as bytes: rows are expensive to make and the same for many requests. */
export interface Bodies {
  /**
   * `{"status":"success","data":[...],"meta":{...}}`.
   *
   * @param key everything that decides the rows; for forecasts that includes what the plan may see
   * @param rows makes the rows, each as JSON; called when they are not kept
   */
  body(key: string, rows: () => readonly string[], meta: object): Uint8Array;
}

/** It is outside the function, whose variables it would keep for ever. */
const keptBytesOf = ({ keptBytes }: { readonly keptBytes: number }): number => keptBytes;

/**
 * @param maxBytes how much is kept; the bodies used least recently go first
 */
export function createBodies(maxBytes: number = BUDGETS.row_bodies.bound): Bodies {
  const kept = new Map<string, Buffer>();
  const fill = { keptBytes: 0 };
  watchBudget('row_bodies', fill, keptBytesOf, maxBytes);

  function start(key: string, rows: () => readonly string[]): Buffer {
    const known = kept.get(key);
    const bytes = known ?? Buffer.from(`{"status":"success","data":[${rows().join(',')}],"meta":`);
    if (known) kept.delete(key);
    else fill.keptBytes += bytes.byteLength;
    kept.set(key, bytes);
    for (const [oldest, { byteLength }] of kept) {
      if (fill.keptBytes <= maxBytes || oldest === key) break;
      kept.delete(oldest);
      fill.keptBytes -= byteLength;
    }
    return bytes;
  }

  return {
    body: (key, rows, meta) => Buffer.concat([start(key, rows), Buffer.from(`${JSON.stringify(meta)}}`)]),
  };
}
