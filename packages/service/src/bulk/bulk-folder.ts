import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EpochMs } from '@loadcast/core';
import type { Table } from '@loadcast/formats';
import { BULK_SCHEMA_VERSION, type BulkColumns, type BulkFile, type BulkStore } from '@loadcast/surface-a';
import { z } from 'zod';
import { encodeBulk } from './encode-bulk.js';
import { writeParquet } from './parquet/write-parquet.js';

const manifestSchema = z.object({
  schemaVersion: z.number(),
  files: z.array(
    z.object({
      path: z.string(),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
      asOf: z.number(),
      /** Digest of the rows: equal rows have equal digests. */
      digest: z.string(),
    }),
  ),
});

/** A file, or the note that a month has no rows. */
export type BulkEntry = z.output<typeof manifestSchema>['files'][number];

const MANIFEST = 'manifest.json';
/** A file or a list under way, or cut short. */
const PARTIAL = /(^|[/\\])[0-9a-f]{8}-[0-9a-f-]{27}\.partial$/;

export interface BulkLayout {
  readonly list: string;
  nameOf(file: Pick<BulkFile, 'path' | 'sha256'>): string;
  /** Whether nobody else puts files into the folder. */
  readonly isOwn: boolean;
}

/** A server's folder: its list and its files agree, despite writes meanwhile. */
const SERVED: BulkLayout = { list: MANIFEST, nameOf: storedName, isOwn: true };

/**
 * The files in a folder, as a server reads them. The list is read again whenever another one has taken its place; files
 * lie under names that contain their digest, so that a list and its files agree, despite writes meanwhile.
 */
export function readBulkFolder(folder: string): BulkStore {
  let known: { readonly stamp: string; readonly files: readonly BulkFile[] } | undefined;
  return {
    list() {
      const stamp = stampOf(join(folder, MANIFEST));
      if (stamp === undefined) return known && hasFiles(folder) ? known.files : [];
      if (known?.stamp !== stamp) {
        const files = entriesOf(folder)?.filter(({ rows }) => rows > 0) ?? known?.files ?? [];
        known = { stamp, files };
      }
      return known.files;
    },
    open: (file, part) => chunksOf(join(folder, storedName(file)), part),
    encode: encodeBulk,
  };
}

const CHUNK_BYTES = 256 * 1024;

/** Opens the file when its first bytes are wanted. */
async function* chunksOf(
  file: string,
  { from, to } = { from: 0, to: Number.POSITIVE_INFINITY },
): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { start: from, end: to - 1, highWaterMark: CHUNK_BYTES });
}

/** Writes files into a folder. No other process may be writing there. */
export class BulkFolderWriter {
  readonly #folder: string;
  readonly #layout: BulkLayout;
  readonly #entries: Map<string, BulkEntry>;

  /**
   * Removes what another writer has left half done, and files that another one has taken the place of. Where the list is
   * damaged, all files stay until they are written again, under the same names.
   */
  constructor(folder: string, layout = SERVED) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#layout = layout;
    const entries = entriesOf(folder, layout.list);
    this.#entries = new Map(entries?.map((entry) => [entry.path, entry]));
    const stored = new Set([...this.#entries.values()].map(layout.nameOf));
    const isOutlived = (name: string) =>
      entries && layout.isOwn && /\.(parquet|partial)$/.test(name) && !stored.has(name);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (PARTIAL.test(name) || isOutlived(name)) rmSync(join(folder, name), { force: true });
    }
  }

  /** The digest of the rows of a file that is there, with the bytes that were written; undefined where it is to be written. */
  async digestOf(path: string): Promise<string | undefined> {
    const entry = this.#entries.get(path);
    return entry && (await isAsWritten(this.#folder, entry, this.#layout)) ? entry.digest : undefined;
  }

  /** Notes that a file is still the one that would be written. */
  confirm(path: string, asOf: EpochMs): BulkEntry {
    const entry = { ...this.#entries.get(path)!, asOf };
    this.#entries.set(path, entry);
    return entry;
  }

  /** Writes a file, and lists it once it is whole and on disk. A month without rows is noted, and has none. */
  async write(
    about: Pick<BulkEntry, 'path' | 'asOf' | 'digest'>,
    columns: BulkColumns,
    tables: AsyncIterable<Table>,
  ): Promise<BulkEntry> {
    const partial = join(this.#folder, `${randomUUID()}.partial`);
    try {
      const written = await writeNew(partial, (file) =>
        writeParquet(columns, tables, (bytes) => file.writeFile(bytes)),
      );
      const entry: BulkEntry = { ...about, ...written };
      const whole = join(this.#folder, this.#layout.nameOf(entry));
      if (entry.rows === 0) rmSync(whole, { force: true });
      else {
        mkdirSync(dirname(whole), { recursive: true, mode: 0o700 });
        renameSync(partial, whole);
      }
      this.#entries.set(entry.path, entry);
      await this.save();
      return entry;
    } finally {
      rmSync(partial, { force: true });
    }
  }

  keepOnly(isWanted: (path: string) => boolean): void {
    for (const path of this.#entries.keys()) if (!isWanted(path)) this.#entries.delete(path);
  }

  /** Puts the list in its place. */
  async save(): Promise<void> {
    const partial = join(this.#folder, `${randomUUID()}.partial`);
    const files = [...this.#entries.values()];
    const text = JSON.stringify({ schemaVersion: BULK_SCHEMA_VERSION, files } satisfies z.input<typeof manifestSchema>);
    await writeNew(partial, (file) => file.writeFile(text));
    renameSync(partial, join(this.#folder, this.#layout.list));
  }
}

/** Makes a file, and returns once its bytes are on disk. */
async function writeNew<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const result = await write(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

/** `forecasts/PJM-2026-10.3f0c1b2a4d5e6f70.parquet`. */
function storedName({ path, sha256 }: Pick<BulkFile, 'path' | 'sha256'>): string {
  return join(dirname(path), `${basename(path, '.parquet')}.${sha256.slice(0, 16)}.parquet`);
}

/** None where nothing was written yet, or columns have changed since: all is written again then. Undefined: damaged, or gone. */
function entriesOf(folder: string, list = MANIFEST): readonly BulkEntry[] | undefined {
  if (stampOf(join(folder, list)) === undefined) return hasFiles(folder) ? undefined : [];
  const { data } = manifestSchema.safeParse(jsonIn(readFileSync(join(folder, list), 'utf8')));
  if (!data) return undefined;
  return data.schemaVersion === BULK_SCHEMA_VERSION ? data.files : [];
}

const hasFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.parquet'));

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names of the files in a folder that are missing or damaged. The next pass writes them again. */
export async function damagedBulkFiles(folder: string): Promise<readonly string[]> {
  const entries = entriesOf(folder);
  if (!entries) return [MANIFEST];
  const damaged: string[] = [];
  for (const entry of entries) if (!(await isAsWritten(folder, entry))) damaged.push(entry.path);
  return damaged;
}

async function isAsWritten(folder: string, entry: BulkEntry, { nameOf } = SERVED): Promise<boolean> {
  if (entry.rows === 0) return true;
  const file = join(folder, nameOf(entry));
  if (statSync(file, { throwIfNoEntry: false })?.size !== entry.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(file)) hash.update(chunk);
  return hash.digest('hex') === entry.sha256;
}

/** Another text when another file has taken the place; undefined where there is none. */
function stampOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeNs}`;
}
