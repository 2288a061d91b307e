import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import type { SubjectCounts } from '@loadcast/core/quota';
import { readJournalLine } from './journal-line.js';

const CHUNK_BYTES = 1 << 20;
const datasync = promisify(fdatasync);

/** An append-only file of journal lines. A write is whole or cut off again. */
export class JournalFile {
  readonly #fd: number;
  #size: number;
  #syncedSize: number;

  private constructor(fd: number, size: number) {
    this.#fd = fd;
    this.#size = size;
    this.#syncedSize = size;
  }

  /** Opens a file, made for its owner alone when it is not there, or emptied. */
  static open(path: string, { empty = false } = {}): JournalFile {
    if (empty) rmSync(path, { force: true });
    const fd = openSync(path, 'a+', 0o600);
    return new JournalFile(fd, fstatSync(fd).size);
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Reads every line that holds; a torn last one is cut off.
   *
   * @returns how many lines before the last were damaged and passed over
   */
  read(take: (subject: string, counts: SubjectCounts) => void): number {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    let damaged = 0;
    let offset = 0;
    for (;;) {
      const length = readSync(this.#fd, chunk, 0, chunk.length, offset);
      if (length === 0) break;
      offset += length;
      const text = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = text.indexOf(10, start); end >= 0; end = text.indexOf(10, start)) {
        const line = readJournalLine(text.toString('utf8', start, end));
        if (line) take(line.subject, line.counts);
        else damaged += 1;
        start = end + 1;
      }
      rest = Buffer.from(text.subarray(start));
    }
    if (rest.length > 0) this.#cut(offset - rest.length);
    return damaged;
  }

  /** Hands text to the kernel: it survives the death of this process. On failure the file is as it was. */
  append(text: string): void {
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written, bytes.length - written);
      this.#size += written;
    } catch (error) {
      this.#cut(this.#size);
      throw error;
    }
  }

  /** Waits until everything appended by now would survive a power loss. */
  async sync(): Promise<void> {
    if (this.#syncedSize === this.#size) return;
    const size = this.#size;
    await datasync(this.#fd);
    this.#syncedSize = size;
  }

  syncNow(): void {
    fsyncSync(this.#fd);
    this.#syncedSize = this.#size;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #cut(size: number): void {
    ftruncateSync(this.#fd, size);
    this.#size = size;
  }
}
