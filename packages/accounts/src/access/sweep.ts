import { HOUR_MS } from '@loadcast/core';
import type { Log } from '@loadcast/observe';

/** Runs upkeep of the store now and every hour. What fails is logged and done the next time. @returns stops it */
export function startSweeping(work: () => Promise<void>, log: Pick<Log, 'warn'>): () => void {
  const sweep = () => void work().catch((err) => log.warn({ err }, 'expired rows could not be deleted'));
  sweep();
  const timer = setInterval(sweep, HOUR_MS).unref();
  return () => clearInterval(timer);
}
