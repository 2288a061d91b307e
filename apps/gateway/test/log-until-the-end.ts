import { pbkdf2 } from 'node:crypto';
import { createLog } from '@loadcast/observe/log';

const THREADS = 4;

/** Writes numbered lines, then ends in the way named: in the middle of a block. */
export function run(end: string, count: string): void {
  if (end === 'return with busy threads') process.once('exit', occupyThreads);
  const log = createLog({ LOG_LEVEL: 'info' });
  for (let i = 1; i < Number(count); i++) log.line?.(`{"n":${i}}\n`);
  log.info({ n: Number(count) }, 'last');
  if (end === 'exit') process.exit(3);
  if (end === 'crash')
    setImmediate(() => {
      throw new Error('a fault that nobody catches');
    });
}

/** A write that is begun now waits for a thread, and the process does not wait for it. */
function occupyThreads(): void {
  for (let i = 0; i < THREADS; i++) pbkdf2('password', 'salt', 200_000, 64, 'sha512', () => undefined);
}
