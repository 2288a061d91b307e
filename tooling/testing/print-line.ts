import { writeSync } from 'node:fs';

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes a line to standard output before it returns. Its reader may be slow: Node makes the pipe of a process non-blocking
 * as soon as a module looks at `process.stdout`, and a write to a full one then fails with EAGAIN, so it is tried again.
 */
export function printLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(never, 0, 0, 2);
    }
  }
}
