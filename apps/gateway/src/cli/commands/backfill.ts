import { backfill, DAY_MS, floorToHour, type LoadSource } from '@loadcast/core';
import { type CommandIo, UsageError } from '../command.js';
import { openedCommand } from '../opened-command.js';
import { flag, required } from '../options.js';
import { startProgress } from '../progress.js';
import { readDay } from '../values/read-values.js';
import type { IngestedStore } from './ingest-files.js';

export interface OpenBackfill extends IngestedStore {
  readonly source: LoadSource;
}

const ABOUT = `Loads past hours and the operators' forecasts from the EIA API into the store, 30 days at a time. If interrupted, it
resumes where it stopped. The API has data since 2019; for older years ingest the six-month files (ingest eia930).`;

export const createBackfillCommand = openedCommand({
  name: 'backfill',
  summary: 'load past hours from the EIA API into the store',
  example: '--from 2025-07-01 --to 2026-07-01',
  about: ABOUT,
  options: {
    from: required('YYYY-MM-DD', 'first day, UTC', readDay),
    to: required('YYYY-MM-DD', 'the day after the last one, UTC', readDay),
    again: flag('also reread complete windows, to find restatements'),
  },
  check({ from, to }) {
    if (from >= to) throw new UsageError('--from must be before --to');
  },
  async run(store: OpenBackfill, { from, to, again }, io) {
    const end = Math.min(to, floorToHour(io.now()));
    const totals = await readAll(store, { start: from, end }, { io, again });
    if (totals.absent.length > 0) io.err(`some windows had no rows for ${totals.absent.join(', ')}`);
    return { json: totals, text: describe(totals) };
  },
});

/** `absent`: series of which a window had no row. */
const nothingRead = () => ({
  ...{ newHours: 0, restatedHours: 0, missingHours: 0, windowsRead: 0, windowsHeld: 0 },
  absent: [] as string[],
});
type Totals = ReturnType<typeof nothingRead>;

async function readAll(
  { areas, actuals, source }: OpenBackfill,
  window: { start: number; end: number },
  { io, again }: { io: CommandIo; again: boolean },
): Promise<Totals> {
  const totals = nothingRead();
  const progress = startProgress(io, Math.max(0, window.end - window.start) / DAY_MS, 'days');
  try {
    for await (const step of backfill(actuals, source, window, {
      areas: areas(),
      now: io.now,
      signal: io.signal,
      again,
    })) {
      progress.update(
        (step.window.end - window.start) / DAY_MS,
        new Date(step.window.start).toISOString().slice(0, 10),
      );
      if (!step.report) totals.windowsHeld++;
      else totals.windowsRead++;
      totals.absent = [...new Set([...totals.absent, ...(step.absent ?? [])])];
      for (const report of step.report?.series ?? []) {
        totals.newHours += report.newHours;
        totals.restatedHours += report.restatedHours;
        totals.missingHours += report.missingHours;
      }
    }
  } finally {
    progress.stop();
  }
  return totals;
}

function describe({ newHours, restatedHours, missingHours, windowsRead, windowsHeld }: Totals): string {
  const held = windowsHeld > 0 ? `, ${windowsHeld} windows were already complete` : '';
  return `${newHours} new values, ${restatedHours} restated, ${missingHours} missing in ${windowsRead} windows${held}`;
}
