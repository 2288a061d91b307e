import { type Areas, type EpochMs, PLANS, type SeriesKey, type Window } from '@loadcast/core';
import { type BulkMonth, bulkMonthsIn } from '@loadcast/core/insight';
import { earliestHistory } from '@loadcast/core/quota';
import { nextTurn } from '@loadcast/formats';
import { BULK_DATASETS, type BulkAsk, type BulkDeps, bulkNamed, bulkPath } from '@loadcast/surface-a';
import { openStore, type StoreSettings } from '../wiring/store.js';
import { type BulkEntry, BulkFolderWriter } from './bulk-folder.js';

export interface PassOptions {
  readonly areas: Areas;
  /** Nothing that became known later is written. */
  readonly now: EpochMs;
  /** Ends the pass before the next part of a file. */
  readonly signal: AbortSignal;
  /** Limits the pass to these regions. */
  readonly codes?: readonly string[] | undefined;
  /** Limits it to these months. Absent: all that a plan may see, and files of other months leave the list. */
  readonly months?: readonly BulkMonth[];
  /** Called with each file as it is there, written or not. */
  onFile?(entry: BulkEntry): void;
}

/** What a thread that writes files is given. */
export interface BulkOrder {
  readonly settings: StoreSettings;
  readonly folder: string;
  readonly now: EpochMs;
}

/** One pass over the store that the settings name. */
export async function passOver({ settings, folder, now }: BulkOrder, signal: AbortSignal) {
  const store = await openStore(settings, { role: 'control' });
  try {
    const deps = { actuals: store.actuals, vintages: store.vintages, pause: nextTurn };
    return await writeBulkFiles(deps, new BulkFolderWriter(folder), { now, areas: store.areas(), signal });
  } finally {
    await store.close();
  }
}

/**
 * Brings the files of a folder up to date at `now`: files whose rows have changed are written, the others confirmed. A
 * pass that ends early, or is killed, leaves whole files; the next one continues with the missing ones.
 *
 * @throws the reason of the signal
 */
export async function writeBulkFiles(
  deps: BulkDeps,
  folder: BulkFolderWriter,
  { areas, now, signal, codes, months: limited, onFile }: PassOptions,
) {
  const months = limited ?? bulkMonthsIn(servedWindow(now));
  const names = new Set(months.map(({ name }) => name));
  if (!limited) folder.keepOnly((path) => names.has(bulkNamed(areas, path)?.month.name ?? ''));
  const outcome = { written: 0, unchanged: 0 };
  for (const coded of areas.listed.filter(({ code }) => codes?.includes(code) ?? true)) {
    const reads = readingOnce({ ...deps, pause: pauseUnless(signal, deps.pause) });
    for (const month of months) {
      for (const dataset of BULK_DATASETS) {
        await reads.pause();
        // After a month was settled, its file holds nothing more.
        const ask: BulkAsk = { coded, month, asOf: Math.min(now, month.settledAt) };
        const path = bulkPath({ dataset, coded, month });
        const digest = await dataset.digest(reads, ask);
        const isUnchanged = (await folder.digestOf(path)) === digest;
        outcome[isUnchanged ? 'unchanged' : 'written'] += 1;
        const entry = isUnchanged
          ? folder.confirm(path, ask.asOf)
          : await folder.write({ path, asOf: ask.asOf, digest }, dataset.columns, dataset.tables(reads, ask));
        onFile?.(entry);
      }
    }
  }
  await folder.save();
  return outcome;
}

/** The same stores with each series read once: a series is one object until the work on an area is done. */
function readingOnce<D extends BulkDeps>(deps: D): D {
  const series = new Map<string, ReturnType<BulkDeps['actuals']['read']>>();
  const read = (key: SeriesKey) => {
    const name = `${key.series} ${key.measure}`;
    const known = series.get(name) ?? deps.actuals.read(key);
    series.set(name, known);
    return known;
  };
  // Separate objects, so that caches keyed by store are dropped with them.
  return { ...deps, actuals: { read }, vintages: { ...deps.vintages } };
}

function pauseUnless(signal: AbortSignal, pause: BulkDeps['pause']): () => Promise<void> {
  return async () => {
    await pause?.();
    signal.throwIfAborted();
  };
}

/** The window that the longest history of a plan with files covers. */
function servedWindow(now: EpochMs): Window {
  const starts = PLANS.filter(({ surface, bulk }) => surface === 'a' && bulk).map((plan) => earliestHistory(plan, now));
  return { start: Math.min(...starts), end: now + 1 };
}
