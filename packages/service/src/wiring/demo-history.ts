import { type ActualsStore, DAY_MS, type EpochMs, floorToHour, ingestActuals, type LoadSource } from '@loadcast/core';

/** How much past a demonstration starts with: enough for the models to learn a year and check themselves on another. */
const DEMO_HISTORY_MS = 3 * 365 * DAY_MS;
/** Operators' forecasts reach so far ahead. */
const LOOK_AHEAD_MS = 2 * DAY_MS;

/**
 * Gives an empty store the past of a simulated or recorded grid, as if its publication had been watched.
 *
 * @param until the last instant whose publications are stored; later than `now` where a clock is to reveal them
 */
export async function fillWithDemoHistory(
  actuals: ActualsStore,
  source: LoadSource,
  now: EpochMs,
  until = now,
): Promise<void> {
  if ((await actuals.keys()).length > 0) return;
  const window = { start: floorToHour(now - DEMO_HISTORY_MS), end: floorToHour(until) + LOOK_AHEAD_MS };
  const observations = await source.fetch(window, until, new AbortController().signal);
  await ingestActuals(actuals, observations, { ingestedAt: until, arrival: 'history' });
}
