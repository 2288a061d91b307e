import { createLog } from '../src/log.js';

/** Writes numbered lines, then ends in the way named: in the middle of a block. */
export function run(end: string, count: string): void {
  const log = createLog({ LOG_LEVEL: 'info' });
  for (let i = 1; i < Number(count); i++) log.line(`{"n":${i}}\n`);
  log.info({ n: Number(count) }, 'last');
  if (end === 'exit') process.exit(3);
  if (end === 'crash')
    setImmediate(() => {
      throw new Error('a fault that nobody catches');
    });
}
