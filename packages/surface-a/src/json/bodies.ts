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

/**
 * @param maxBytes how much is kept; the bodies used least recently go first
 */
export function createBodies(maxBytes = 32 * 1024 * 1024): Bodies {
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;

  function start(key: string, rows: () => readonly string[]): Buffer {
    const known = kept.get(key);
    const bytes = known ?? Buffer.from(`{"status":"success","data":[${rows().join(',')}],"meta":`);
    if (known) kept.delete(key);
    else keptBytes += bytes.byteLength;
    kept.set(key, bytes);
    for (const [oldest, { byteLength }] of kept) {
      if (keptBytes <= maxBytes || oldest === key) break;
      kept.delete(oldest);
      keptBytes -= byteLength;
    }
    return bytes;
  }

  return {
    body: (key, rows, meta) => Buffer.concat([start(key, rows), Buffer.from(`${JSON.stringify(meta)}}`)]),
  };
}
