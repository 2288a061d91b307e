import { renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bulkMonthsIn } from '@loadcast/core/insight';
import { nextTurn } from '@loadcast/formats';
import { type BulkEntry, BulkFolderWriter, type BulkLayout, type Store, writeBulkFiles } from '@loadcast/service';
import { BULK_DATASETS } from '@loadcast/surface-a';
import { UsageError } from '../command.js';
import { openedCommand } from '../opened-command.js';
import { anyText, optional, required } from '../options.js';
import { startProgress } from '../progress.js';
import { readAreas, readDay, readInstant } from '../values/read-values.js';

const ABOUT = `Writes the months of these days as Parquet files, DIR/DATASET/REGION-YYYY-MM.parquet, and SHA256SUMS beside them.
The files equal those from /v1/bulk byte for byte; months without data have no file. Gateways may keep running. A
file appears only when it is complete, and an unchanged one is not written again, so the same command continues an export
that was stopped. Only one export at a time may write to a folder.`;

/** Files lie under the names that people ask for, among whatever else is in the folder. */
const EXPORTED: BulkLayout = { list: '.export.json', nameOf: ({ path }) => path, isOwn: false };

export const createExportCommand = openedCommand({
  name: 'export',
  summary: 'export monthly Parquet files',
  example: '--from 2026-01-01 --to 2026-06-30 --out files',
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
  async run(store: ExportedStore, { from, to, out, areas: named, 'as-of': asOf = Number.POSITIVE_INFINITY }, io) {
    const { actuals, vintages } = store;
    const areas = store.areas();
    const folder = resolve(out);
    const chosen = named?.(areas) ?? areas.list;
    const codes = areas.listed.flatMap(({ area, code }) => (chosen.includes(area) ? [code] : []));
    const months = bulkMonthsIn({ start: from, end: to + 1 });
    const progress = startProgress(io, codes.length * months.length * BULK_DATASETS.length, 'files');
    const entries: BulkEntry[] = [];
    const onFile = (entry: BulkEntry): void => progress.update(entries.push(entry), entry.path);
    const pass = { areas, codes, months, now: Math.min(asOf, io.now()), signal: io.signal, onFile };
    const writer = new BulkFolderWriter(folder, EXPORTED);
    await writeBulkFiles({ actuals, vintages, pause: nextTurn }, writer, pass).finally(progress.stop);
    const whole = entries.filter(({ rows }) => rows > 0);
    const files = whole.map(({ path, rows, bytes, sha256 }) => ({ path, rows, bytes, sha256 }));
    const sums = join(folder, 'SHA256SUMS');
    writeFileSync(`${sums}.partial`, files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''));
    renameSync(`${sums}.partial`, sums);
    return { json: { folder, files }, text: `${folder}: ${files.length} files` };
  },
});

type ExportedStore = Pick<Store, 'areas' | 'actuals' | 'vintages' | 'close'>;
