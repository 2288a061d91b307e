import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { threadId } from 'node:worker_threads';
import type { StateShelf } from '@loadcast/core/forecast';

/** Bytes of the checksum at the head of a file: SHA-256 of all that follows. */
const CHECKSUM_BYTES = 32;

export interface StateFiles<State> extends StateShelf<State> {
  fileOf(name: string): string;
  /** Keeps content, unchecked, as the file of a name. A disk may refuse it. */
  place(name: string, content: Buffer): void;
}

/** States of one kind in a folder: `NAME.fit`, a checksum and then version, name and state in the format of `node:v8`. */
export function openStateFiles<State>(folder: string, version: string): StateFiles<State> {
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.fit`);
  return {
    fileOf,
    read(name) {
      try {
        const file = readFileSync(fileOf(name));
        const body = file.subarray(CHECKSUM_BYTES);
        if (!computeChecksum(body).equals(file.subarray(0, CHECKSUM_BYTES))) return undefined;
        const written = deserialize(body);
        return written.version === version && written.name === name ? written.state : undefined;
      } catch {
        return undefined;
      }
    },
    write(name, state) {
      const body = serialize({ version, name, state });
      this.place(name, Buffer.concat([computeChecksum(body), body]));
    },
    place(name, content) {
      const beside = `${fileOf(name)}.${process.pid}-${threadId}`;
      try {
        writeFileSync(beside, content, { mode: 0o600 });
        renameSync(beside, fileOf(name));
      } catch {
        remove(beside);
      }
    },
  };
}

/** Removes a file that may be half-written. One that cannot be removed is swept later. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is not there, or refuses this too.
  }
}

function computeChecksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
