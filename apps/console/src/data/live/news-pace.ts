/** News come together: load of seven grids, then the runs made of it. The page asks once they are over. */
const CALM_MS = 3_000;
/** Shortest interval between two calls: 20 an hour at most. */
const LEAST_BETWEEN_MS = 180_000;
/** Polling interval without a stream: twelve calls an hour. */
export const POLL_MS = 300_000;

/**
 * When to fetch new data.
 *
 * @param askedMs time of the last call; undefined: the page came with the data
 * @param share multiplies the shortest interval: for pages with several calls, or data that change slowly
 */
export function askAt(newsMs: number, askedMs: number | undefined, share = 1): number {
  return Math.max(newsMs + CALM_MS, (askedMs ?? Number.NEGATIVE_INFINITY) + share * LEAST_BETWEEN_MS);
}

/** A stream that lasted so long was a good one. */
const GOOD_STREAM_MS = 300_000;
const WAITS_MS = [3_000, 10_000, 30_000, 60_000, POLL_MS];

/** How long to wait before a stream is opened again: longer each time that it broke early, as an opening costs a call. */
export class StreamPace {
  #broken = 0;

  /** @param lastedMs how long the stream was open; 0: it was refused */
  waitMs(lastedMs: number): number {
    this.#broken = lastedMs >= GOOD_STREAM_MS ? 0 : this.#broken + 1;
    return WAITS_MS[Math.min(Math.max(this.#broken - 1, 0), WAITS_MS.length - 1)] as number;
  }
}
