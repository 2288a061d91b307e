import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';

/** One JSON line per event. */
export interface Log extends Logger {
  /** Writes a whole line of level `info`, with its newline, as it is: nothing is cut from it. */
  line(text: string): void;
}

/** Lines are written when so many bytes have come together, or after `FLUSH_MS`. */
const BLOCK_BYTES = 32_768;
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
  return pino.destination({
    dest: 2,
    sync: false,
    minLength: BLOCK_BYTES,
    maxWrite: MOST_BYTES,
    periodicFlush: FLUSH_MS,
  });
}
