import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BULK_SCHEMA_VERSION, type BulkFile } from '@loadcast/surface-a';
import { z } from 'zod';

const noteSchema = z.object({
  schemaVersion: z.literal(BULK_SCHEMA_VERSION),
  path: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Digest of the rows: equal rows have equal digests. */
  digest: z.string(),
});

type Note = z.output<typeof noteSchema>;

/** A file as an export writes it. */
export type ExportedFile = Pick<BulkFile, 'path' | 'rows' | 'bytes' | 'sha256'>;

const NOTES = '.export.ndjson';
const PARTIAL = /\.parquet\.[0-9a-f-]{36}\.partial$/;

/** What exports have written into a folder, so that the next one need not write it again. One export writes there at a time. */
export class ExportNotes {
  readonly #folder: string;
  readonly #notes: ReadonlyMap<string, Note>;

  /** Removes what an export that was killed has left half done. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (PARTIAL.test(name)) rmSync(join(folder, name), { force: true });
    }
    this.#notes = new Map(notesOf(join(folder, NOTES)).map((note) => [note.path, note]));
  }

  /** The file, where it is there as it was written and its rows are still those. */
  async whole(path: string, digest: string): Promise<ExportedFile | undefined> {
    const note = this.#notes.get(path);
    if (note?.digest !== digest || (await sha256Of(join(this.#folder, path))) !== note.sha256) return undefined;
    const { rows, bytes, sha256 } = note;
    return { path, rows, bytes, sha256 };
  }

  add(file: ExportedFile, digest: string): void {
    const note: Note = { schemaVersion: BULK_SCHEMA_VERSION, ...file, digest };
    appendFileSync(join(this.#folder, NOTES), `${JSON.stringify(note)}\n`);
  }
}

/** A line that was cut short, or is of other columns, says nothing: its file is written again. */
function notesOf(file: string): Note[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const { data } = noteSchema.safeParse(jsonOf(line));
        return data ? [data] : [];
      });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function sha256Of(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
