import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CodedArea, EpochMs } from '@loadcast/core';
import { bulkMonthsIn } from '@loadcast/core/insight';
import { askAt, readingOnce, type Store, writeFileOf } from '@loadcast/service';
import { BULK_DATASETS, type BulkDeps, type BulkName, bulkPath } from '@loadcast/surface-a';
import { type CommandIo, UsageError } from '../command.js';
import { openedCommand } from '../opened-command.js';
import { anyText, optional, required } from '../options.js';
import { startProgress } from '../progress.js';
import { readAreas, readDay, readInstant } from '../values/read-values.js';
import { type ExportedFile, ExportNotes } from './export-notes.js';

const ABOUT = `Writes the months that the days lie in as Parquet files, DIR/DATASET/REGION-YYYY-MM.parquet, and SHA256SUMS beside them.
The files equal those from /v1/bulk byte for byte; months without data have no file. Gateways may write meanwhile. A
file appears only when it is complete, and one whose rows have not changed is not written again: an export that was stopped or
killed continues with the same command. One export writes into a folder at a time.`;

export const createExportCommand = openedCommand({
  name: 'export',
  summary: 'write whole months as Parquet files',
  about: ABOUT,
  options: {
    from: required('YYYY-MM-DD', 'a day of the first month, UTC', readDay),
    to: required('YYYY-MM-DD', 'a day of the last month, UTC', readDay),
    out: required('DIR', 'folder, created if missing', anyText),
    areas: optional('LIST', 'areas, comma separated, by the codes of any surface (default: all)', readAreas, {
      alias: 'region',
    }),
    'as-of': optional('INSTANT', 'data known at this instant (default: now)', readInstant),
  },
  check({ from, to }) {
    if (from > to) throw new UsageError('--from must not be after --to');
  },
  async run(store: ExportedStore, { from, to, out, areas: named, 'as-of': asOf }, io) {
    const folder = resolve(out);
    const chosen = named?.(store.areas()) ?? store.areas().list;
    const codes = store.areas().listed.filter(({ area }) => chosen.includes(area));
    const files = await exportMonths(store, { folder, codes, window: { start: from, end: to + 1 }, asOf }, io);
    return { json: { folder, files }, text: `${folder}: ${files.length} files` };
  },
});

type ExportedStore = Pick<Store, 'areas' | 'actuals' | 'vintages' | 'close'>;

interface Wanted {
  readonly folder: string;
  readonly codes: readonly CodedArea[];
  readonly window: { readonly start: EpochMs; readonly end: EpochMs };
  readonly asOf: EpochMs | undefined;
}

async function exportMonths(
  { actuals, vintages }: Pick<Store, 'actuals' | 'vintages'>,
  { folder, codes, window, asOf }: Wanted,
  io: CommandIo,
): Promise<ExportedFile[]> {
  const now = Math.min(asOf ?? io.now(), io.now());
  const months = bulkMonthsIn(window);
  const files: ExportedFile[] = [];
  const notes = new ExportNotes(folder);
  const progress = startProgress(io, codes.length * months.length * BULK_DATASETS.length, 'files');
  const pause = async (): Promise<void> => {
    await nextTurn();
    io.signal.throwIfAborted();
  };
  let done = 0;
  try {
    for (const coded of codes) {
      const deps = readingOnce({ actuals, vintages, pause });
      for (const month of months) {
        for (const dataset of BULK_DATASETS) {
          const file = await exportFile(deps, { folder, notes }, { dataset, coded, month }, now);
          if (file) files.push(file);
          progress.update(++done, `${coded.code} ${month.name}`);
        }
      }
    }
  } finally {
    progress.stop();
  }
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(`${sums}.partial`, files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''));
  renameSync(`${sums}.partial`, sums);
  return files;
}

async function exportFile(
  deps: BulkDeps,
  { folder, notes }: { readonly folder: string; readonly notes: ExportNotes },
  name: BulkName,
  now: EpochMs,
): Promise<ExportedFile | undefined> {
  const { dataset, coded, month } = name;
  const path = bulkPath(name);
  const ask = askAt(coded, month, now);
  const digest = await dataset.digest(deps, ask);
  const there = await notes.whole(path, digest);
  if (there) return there;
  const whole = join(folder, path);
  const partial = `${whole}.${randomUUID()}.partial`;
  mkdirSync(dirname(whole), { recursive: true });
  try {
    const written = await writeFileOf(partial, dataset.columns, dataset.tables(deps, ask));
    if (written.rows === 0) {
      rmSync(whole, { force: true });
      return undefined;
    }
    renameSync(partial, whole);
    const file = { path, ...written };
    notes.add(file, digest);
    return file;
  } finally {
    rmSync(partial, { force: true });
  }
}
