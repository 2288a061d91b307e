import { fileURLToPath } from 'node:url';
import { type ActualsStore, AREAS, DAY_MS, type EpochMs, ingestActuals, wantedSeries } from '@loadcast/core';
import { readBulkFile } from '@loadcast/sources/eia930-bulk';
import { restate } from './plausible-world.js';

/** Weeks of load as EIA published them. `real-weeks/README.md` lists the contents of the files. */
export const REAL_WEEKS = [
  // Load shedding in Texas a month before, ten frozen hours of SPP two weeks before, the spring change two days before.
  { name: '2021-03', now: Date.parse('2021-03-16T19:10Z') },
  // Four weeks after the autumn change; SPP has been frozen for eight hours.
  { name: '2023-12', now: Date.parse('2023-12-07T08:10Z') },
] as const;

export interface RealWeeks {
  readonly name: string;
  /** When the replay begins. */
  readonly now: EpochMs;
}

/** Reads the recorded files as `loadcast ingest eia930` does; two hours of PJM became known anew an hour ago. */
export async function fillRealWeeks({ actuals }: { readonly actuals: ActualsStore }, weeks: RealWeeks): Promise<void> {
  const ingestedAt = weeks.now + 7 * DAY_MS;
  for (const kind of ['BALANCE', 'SUBREGION']) {
    const path = fileURLToPath(new URL(`./real-weeks/${weeks.name}-${kind}.csv.gz`, import.meta.url));
    const { observations } = await readBulkFile(path, { now: ingestedAt, wanted: wantedSeries(AREAS, []) });
    await ingestActuals(actuals, observations, { ingestedAt, arrival: 'history' });
  }
  await restate(actuals, weeks.now);
}
