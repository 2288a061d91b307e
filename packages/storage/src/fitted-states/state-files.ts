import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { threadId } from 'node:worker_threads';
import type { StateShelf } from '@loadcast/core/forecast';

/** Bytes of the checksum at the head of a file: SHA-256 of all that follows. */
const CHECKSUM_BYTES = 32;

/** States of one kind in a folder: `NAME.fit`, a checksum and then version, name and state in the format of `node:v8`. */
export function openStateFiles<State>(folder: string, version: string): StateShelf<State> {
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.fit`);
  return {
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
      const file = fileOf(name);
      const beside = `${file}.${process.pid}-${threadId}`;
      try {
        const body = serialize({ version, name, state });
        writeFileSync(beside, Buffer.concat([computeChecksum(body), body]), { mode: 0o600 });
        renameSync(beside, file);
      } catch {
        remove(beside);
      }
    },
  };
}

/** Removes what may be half-written. What cannot be removed is swept later. */
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
