import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';

/** One JSON line per event. */
export interface Log extends Logger {
  /** Writes a whole line of level `info`, with its newline, as it is: nothing is cut from it. */
  line(text: string): void;
}

/** Lines are written when so many characters have come together, or after `FLUSH_MS`. */
const BLOCK_LENGTH = 32_768;
const MOST_BYTES = 65_536;
const FLUSH_MS = 100;

/**
 * Keys and cookies never reach it: nothing logs headers, and these paths are cut anyway.
 *
 * Lines go to standard error in blocks, off the request path. At the end of the process, a crash included, what has not
 * been written is; a SIGKILL loses the lines of its last tenth of a second.
 */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, destination: DestinationStream = standardError()): Log {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: ['*.authorization', '*.cookie', '*.key', '*.password'], censor: '[cut]' },
  };
  const log = pino(options, destination);
  const line = log.isLevelEnabled('info') ? (text: string) => void destination.write(text) : () => undefined;
  return Object.assign(log, { line });
}

function standardError(): DestinationStream {
  // Before the stream's own: at the end of the process it writes what it was given.
  process.once('exit', () => blocks.handOver());
  const file = pino.destination({ dest: 2, sync: false, minLength: BLOCK_LENGTH, maxWrite: MOST_BYTES });
  const blocks = new Blocks(file);
  setInterval(() => blocks.flush(), FLUSH_MS).unref();
  return blocks;
}

/** Gathers lines: a stream that is given them one by one counts the bytes of all that wait with each. */
class Blocks implements DestinationStream {
  readonly #file: ReturnType<typeof pino.destination>;
  #lines = '';
  /** Whether the file may hold back lines for a fuller block. */
  #isHeldBack = false;

  constructor(file: ReturnType<typeof pino.destination>) {
    this.#file = file;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= BLOCK_LENGTH) this.handOver();
  }

  handOver(): void {
    if (this.#lines === '') return;
    this.#file.write(this.#lines);
    this.#lines = '';
    this.#isHeldBack = true;
  }

  flush(done?: (error?: Error) => void): void {
    this.handOver();
    if (this.#isHeldBack || done) this.#file.flush(done);
    this.#isHeldBack = false;
  }
}
