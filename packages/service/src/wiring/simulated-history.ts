import { type ActualsStore, DAY_MS, type EpochMs, floorToHour, ingestActuals } from '@loadcast/core';
import { simulatedBatch } from '@loadcast/sources/simulated';

/** How much past the simulated grid starts with: enough for the models to learn a year and check themselves on another. */
const SIMULATED_HISTORY_MS = 3 * 365 * DAY_MS;

/** Gives an empty store its simulated past, as if its publication had been watched. */
export async function fillWithSimulatedHistory(actuals: ActualsStore, now: EpochMs): Promise<void> {
  if ((await actuals.keys()).length > 0) return;
  const window = { start: floorToHour(now - SIMULATED_HISTORY_MS), end: floorToHour(now) + 2 * DAY_MS };
  await ingestActuals(actuals, simulatedBatch(window, now), { ingestedAt: now, arrival: 'history' });
}
