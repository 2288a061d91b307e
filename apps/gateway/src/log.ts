import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';

export type Log = Logger;

/** One JSON line per event. Keys and cookies never reach it: nothing logs headers, and these paths are cut anyway. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Log {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: ['*.authorization', '*.cookie', '*.key', '*.password'], censor: '[cut]' },
  };
  return destination ? pino(options, destination) : pino(options, pino.destination({ dest: 2, sync: false }));
}
