import { type ActualsStore, backfill, DAY_MS, floorToHour, type LoadSource } from '@loadcast/core';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';
import { startProgress } from '../progress.js';

/** A store and the upstream that fills it. */
export interface OpenBackfill {
  readonly actuals: ActualsStore;
  readonly source: LoadSource;
  close(): void | Promise<void>;
}

const USAGE = `usage: loadcast backfill --from DATE --to DATE [--again] [--json]

Reads past load and the operators' forecasts from the EIA API into the store, 30 days at a time. Interrupted, it
resumes where it stopped. The API holds 2019 and later; older years are in the six-month files (ingest eia930).

  --from DATE  first day, YYYY-MM-DD, UTC
  --to DATE    the day after the last one, YYYY-MM-DD, UTC
  --again      also read months whose every hour is there: finds restatements
  --json       print the totals as JSON`;

/** `loadcast backfill --from --to` */
export function createBackfillCommand(open: (env: CommandIo['env']) => Promise<OpenBackfill> | OpenBackfill): Command {
  return {
    name: 'backfill',
    summary: 'read past load from the EIA API into the store',
    usage: USAGE,
    async run(args, io) {
      const { values } = readArgs(args, {
        from: { type: 'string' },
        to: { type: 'string' },
        again: { type: 'boolean' },
        json: { type: 'boolean' },
      });
      const window = { start: readDay('--from', values.from), end: readDay('--to', values.to) };
      if (window.start >= window.end) throw new UsageError('--from must be before --to');
      const end = Math.min(window.end, floorToHour(io.now()));
      const store = await open(io.env);
      try {
        const totals = await run(store, { start: window.start, end }, { io, again: values.again === true });
        io.out(values.json ? JSON.stringify(totals) : describe(totals));
        return 0;
      } finally {
        await store.close();
      }
    },
  };
}

function readDay(option: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${option} is required`);
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text)) {
    throw new UsageError(`${option}: no real date (YYYY-MM-DD): ${text}`);
  }
  return instant;
}

interface Totals {
  newHours: number;
  restatedHours: number;
  missingHours: number;
  windowsRead: number;
  windowsHeld: number;
}

async function run(
  { actuals, source }: OpenBackfill,
  window: { start: number; end: number },
  { io, again }: { io: CommandIo; again: boolean },
): Promise<Totals> {
  const totals: Totals = { newHours: 0, restatedHours: 0, missingHours: 0, windowsRead: 0, windowsHeld: 0 };
  const progress = startProgress(io, Math.max(0, window.end - window.start) / DAY_MS, 'days');
  try {
    for await (const step of backfill(actuals, source, window, { now: io.now, signal: io.signal, again })) {
      progress.update(
        (step.window.end - window.start) / DAY_MS,
        new Date(step.window.start).toISOString().slice(0, 10),
      );
      if (!step.report) totals.windowsHeld++;
      else totals.windowsRead++;
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
  const held = windowsHeld > 0 ? `, ${windowsHeld} windows were there already` : '';
  return `${newHours} values new, ${restatedHours} restated, ${missingHours} missing in ${windowsRead} windows${held}`;
}
