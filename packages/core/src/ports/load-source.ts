import type { KnownRule } from '../series/known-rule.js';
import type { EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { SeriesKey } from './actuals-store.js';

/** Hourly values of one series as a source read them. `valuesMw[i]` is the hour from `start + i` hours; NaN is missing. */
export interface IncomingSeries {
  readonly key: SeriesKey;
  readonly start: EpochMs;
  readonly valuesMw: Float64Array;
  /** When history of it became known, where that is another time than `HISTORY_KNOWN` assumes. */
  readonly known?: KnownRule;
}

/** What a source read in one go: a file, or one poll. */
export interface Observations {
  /** A file's name, or an upstream's. */
  readonly source: string;
  /** How raw values were changed on the way in, in words and numbers. */
  readonly provenance: Readonly<Record<string, string | number | boolean>>;
  readonly series: readonly IncomingSeries[];
}

/** An upstream of observed load and of the operators' own forecasts. */
export interface LoadSource {
  /** Its name in provenance, logs and health. */
  readonly name: string;
  /** The longest window that it answers quickly, ms; a poll asks for a longer one in pieces. Absent: any. */
  readonly pieceMs?: number;
  /**
   * What the upstream says at `now` about the hours of a window: a whole reply or an exception, never part of one.
   *
   * @param window both ends on whole UTC hours
   * @param signal gives up at once when aborted
   * @throws an Error whose message may be logged: it holds no key and no address with one
   */
  fetch(window: Window, now: EpochMs, signal: AbortSignal): Promise<Observations>;
}
