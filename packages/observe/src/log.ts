import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';

/** One JSON line per event. */
export interface Log extends Logger {
  /** Writes a whole line of level `info`, with its newline, as it is: nothing is cut from it. Absent: none of `info` is written. */
  readonly line: ((text: string) => void) | undefined;
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Size of a block of lines; it is written when full, or after `FLUSH_MS`. */
const BLOCK_BYTES = 65_536;
const MOST_BYTES = 131_072;
const FLUSH_MS = 100;
/** Size of a log file; with the one before it, twice this. */
const MOST_FILE_BYTES = 32 * 1024 * 1024;
/** Bytes of UTF-8 for one unit of a string. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Keys and cookies never reach it: nothing logs headers, and these paths are cut anyway.
 *
 * Lines go to standard error in blocks, off the request path. Unwritten lines are written at the end of the process, a
 * crash included; a SIGKILL loses the lines of its last tenth of a second.
 */
export function createLog(config: { readonly LOG_LEVEL: LogLevel }, destination: DestinationStream = blocksTo(2)): Log {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: ['*.authorization', '*.cookie', '*.key', '*.password'], censor: '[cut]' },
  };
  const log = pino(options, destination);
  const line = log.isLevelEnabled('info') ? (text: string) => void destination.write(text) : undefined;
  return Object.assign(log, { line });
}

/** The folder of the file is made, and nobody else may read either. A file of an earlier run has `.1` at its end from then on, and so has one that is full. */
export function logFile(path: string): DestinationStream {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) renameSync(path, `${path}.1`);
  return blocksTo(path);
}

function blocksTo(dest: string | 2): DestinationStream {
  const options = { dest, mode: 0o600, minLength: 1, maxWrite: MOST_BYTES, contentMode: 'buffer' as const };
  const file = pino.destination({ ...options, sync: false });
  const blocks = new Blocks(file);
  const isFull = () => typeof dest === 'string' && blocks.writtenBytes >= MOST_FILE_BYTES;
  // The end of a process waits for no write that no thread has begun: the rest is written there and then.
  process.once('exit', () => {
    file.flushSync();
    blocks.handOver(pino.destination({ ...options, sync: true }));
  });
  setInterval(() => {
    blocks.flush();
    if (!isFull()) return;
    renameSync(String(dest), `${dest}.1`);
    file.reopen();
    blocks.writtenBytes = 0;
  }, FLUSH_MS).unref();
  return blocks;
}

/**
 * Gathers lines as bytes. A stream that is given them one by one counts the bytes of all that wait with each; text that is
 * gathered as text is walked again, piece by piece, when it is written.
 */
class Blocks implements DestinationStream {
  readonly #file: ReturnType<typeof pino.destination>;
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #length = 0;
  writtenBytes = 0;

  constructor(file: ReturnType<typeof pino.destination>) {
    this.#file = file;
  }

  write(line: string): void {
    const mostBytes = line.length * MOST_BYTES_A_UNIT;
    if (this.#length + mostBytes > BLOCK_BYTES) this.handOver();
    if (mostBytes > BLOCK_BYTES) this.#give(Buffer.from(line));
    else this.#length += this.#block.write(line, this.#length);
  }

  handOver(file = this.#file): void {
    if (this.#length === 0) return;
    this.#give(this.#block.subarray(0, this.#length), file);
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#length = 0;
  }

  flush(done?: (error?: Error) => void): void {
    this.handOver();
    if (done) this.#file.flush(done);
  }

  #give(bytes: Buffer, file = this.#file): void {
    this.writtenBytes += bytes.length;
    file.write(bytes as unknown as string); // its type does not cover `contentMode: 'buffer'`
  }
}
