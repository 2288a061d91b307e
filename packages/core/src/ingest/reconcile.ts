import type { IncomingSeries } from '../ports/load-source.js';
import { type KnownRule, knownAt } from '../series/known-rule.js';
import type { KnownSeries, ObservationBlock } from '../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';

/** Hourly values as they came in; NaN says nothing about its hour. */
export type IncomingValues = Pick<IncomingSeries, 'start' | 'valuesMw'>;

/** When the incoming values became known. */
export interface ArrivalTimes {
  /** The assumed time at which a value of an hour without earlier values became known; never later than `ingestedAt`. */
  readonly firstKnown: KnownRule;
  /** The time at which a replacement became known: nobody observed an earlier moment. */
  readonly ingestedAt: EpochMs;
}

/** The new part of the incoming values, and the number of hours of each kind. */
export interface Reconciled {
  /** Blocks to append to the store: at most the hours that are new or restated. */
  readonly blocks: readonly ObservationBlock[];
  readonly newHours: number;
  readonly restatedHours: number;
  readonly unchangedHours: number;
  /** Hours of the incoming run without a value. */
  readonly missingHours: number;
}

const NEW = 1;
const NEW_NOW = 2;
const RESTATED = 3;

/** Two stretches of kept hours this far apart become two blocks, so that rare restatements stay small. */
const SPLIT_HOURS = 48;

/**
 * Compares incoming values with the known ones and returns the new part.
 *
 * An hour never seen is new. A value other than the one in force at `ingestedAt` is a restatement, known from then on;
 * an equal one adds nothing, so a file read twice adds nothing. A value that comes late, after newer ones, takes its
 * place among the older versions: live batches end in the same series in any order.
 */
export function reconcile(current: KnownSeries, incoming: IncomingValues, times: ArrivalTimes): Reconciled {
  const { valuesMw, start } = incoming;
  const kinds = new Uint8Array(valuesMw.length);
  const shift = Math.round((start - current.start) / HOUR_MS);
  const counts = { newHours: 0, restatedHours: 0, unchangedHours: 0, missingHours: 0 };

  for (let i = 0; i < valuesMw.length; i++) {
    const valueMw = valuesMw[i]!;
    if (Number.isNaN(valueMw)) {
      counts.missingHours++;
    } else if (Number.isNaN(current.knownAtMs[i + shift] ?? Number.NaN)) {
      counts.newHours++;
      kinds[i] = knownAt(times.firstKnown, start + i * HOUR_MS) <= times.ingestedAt ? NEW : NEW_NOW;
    } else if (valueInForce(current, i + shift, times.ingestedAt) === valueMw) {
      counts.unchangedHours++;
    } else {
      counts.restatedHours++;
      kinds[i] = RESTATED;
    }
  }

  const atIngest: KnownRule = { kind: 'at', at: times.ingestedAt };
  const blocks = [
    ...buildBlocks(incoming, (i) => kinds[i] === NEW, times.firstKnown),
    ...buildBlocks(incoming, (i) => kinds[i] === NEW_NOW || kinds[i] === RESTATED, atIngest),
  ];
  return { blocks, ...counts };
}

function valueInForce(current: KnownSeries, hour: number, asOf: EpochMs): number | undefined {
  if (current.knownAtMs[hour]! <= asOf) return current.values[hour];
  return current.replaced.get(hour)?.findLast((version) => version.knownAtMs <= asOf)?.value;
}

function buildBlocks(incoming: IncomingValues, isKept: (i: number) => boolean, known: KnownRule): ObservationBlock[] {
  const blocks: ObservationBlock[] = [];
  let first = -1;
  let last = -1;
  const close = (): void => {
    if (first < 0) return;
    const values = new Float64Array(last - first + 1).fill(Number.NaN);
    for (let i = first; i <= last; i++) if (isKept(i)) values[i - first] = incoming.valuesMw[i]!;
    blocks.push({ start: incoming.start + first * HOUR_MS, values, known });
    first = -1;
  };
  for (let i = 0; i < incoming.valuesMw.length; i++) {
    if (!isKept(i)) continue;
    if (first >= 0 && i - last > SPLIT_HOURS) close();
    if (first < 0) first = i;
    last = i;
  }
  close();
  return blocks;
}
