import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorDetails, ServiceError } from '@loadcast/core';
import { type Log, turns } from '@loadcast/observe';
import type { EndedJob, IssueJobs } from '@loadcast/storage/postgres';
import type { IssueReason } from '../schedule/due-issue.js';
import type { DueForecast, MadeForecast } from '../schedule/make-forecast.js';
import { isUnavailable } from '../stores/until-available.js';

export type JobOutput =
  | MadeForecast
  | { readonly outcome: 'no_data'; readonly message: string; readonly details: ErrorDetails['no_data'] };

/** A gate does not wait; an area without any forecast comes before one that has an older one. */
const PRIORITIES: Readonly<Record<IssueReason, number>> = { gate: 3, first: 2, new_actuals: 1, silence: 0 };

/** How often ended jobs are asked for while any is awaited, ms. */
const ASK_EVERY_MS = 500;

type Awaited = { resolve(made: MadeForecast): void; reject(error: Error): void };

/** Logged when pg-boss fails in the background: expired jobs wait until it succeeds. */
export const QUEUE_UNTENDED = 'the queue of forecasts is not tended at the moment; it is tried again';

/** Has due forecasts made by the workers that take them from a queue. */
export function makeByQueue(jobs: IssueJobs, log: Pick<Log, 'warn'>) {
  const awaited = new Map<string, Awaited>();
  const closing = new AbortController();
  const inTurn = turns();
  let asking = false;

  async function askUntilEnded(): Promise<void> {
    asking = true;
    while (awaited.size > 0 && !closing.signal.aborted) {
      await sleep(ASK_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      const ended = await jobs.ended([...awaited.keys()]).catch((err: unknown) => {
        if (!closing.signal.aborted) log.warn({ err }, 'the queue of forecasts cannot be read; it is asked again');
        return [];
      });
      for (const job of ended) settle(job, awaited.get(job.id)!);
    }
    asking = false;
  }

  function settle(job: EndedJob, { resolve, reject }: Awaited): void {
    awaited.delete(job.id);
    const output = job.output as JobOutput;
    if (job.hasFailed) reject(new Error(`a worker could not forecast: ${JSON.stringify(job.output)}`));
    else if (output.outcome === 'no_data') reject(new ServiceError('no_data', output.message, output.details));
    else resolve(output);
  }

  return {
    async make({ newestIssuedAt, reason, ...task }: DueForecast): Promise<MadeForecast> {
      const added = { ...task, newestIssuedAt: newestIssuedAt ?? null };
      const id = await inTurn(() => jobs.add(added, PRIORITIES[reason])).catch((err: unknown) => {
        if (!isUnavailable(err)) throw err;
        log.warn({ err }, 'the queue of forecasts takes none at the moment; the next round plans them again');
      });
      if (!id) return { outcome: 'superseded' }; // one that another leader planned waits already, or the next round plans it
      return new Promise((resolve, reject) => {
        awaited.set(id, { resolve, reject });
        if (!asking) void askUntilEnded();
      });
    },
    async close() {
      closing.abort();
      await jobs.close();
    },
  };
}
