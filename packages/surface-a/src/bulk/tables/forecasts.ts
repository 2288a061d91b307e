import { HOUR_MS, type Vintage, type VintageHeader } from '@loadcast/core';
import { runId } from '@loadcast/core/insight';
import { type Table, type TableColumn, tableOf } from '@loadcast/formats';
import type { BulkAsk, BulkDeps } from '../bulk-dataset.js';

/** Size of a row group: a day of hourly runs. */
const RUNS_AT_A_TIME = 24;

export async function* forecastTables(deps: BulkDeps, ask: BulkAsk): AsyncGenerator<Table> {
  const { coded } = ask;
  const headers = await runsOf(deps, ask);
  for (let from = 0; from < headers.length; from += RUNS_AT_A_TIME) {
    const runs: Vintage[] = [];
    for (const { issuedAt } of headers.slice(from, from + RUNS_AT_A_TIME)) {
      const run = await deps.vintages.issued(coded.area.id, issuedAt);
      if (run) runs.push(run);
      await deps.pause?.();
    }
    yield tableOfRuns(runs, coded.code);
  }
}

export async function digestOfRuns(deps: BulkDeps, ask: BulkAsk): Promise<string> {
  return sumOfRuns(await runsOf(deps, ask));
}

/** Another text whenever runs are added: none is ever changed. */
export function sumOfRuns(headers: readonly VintageHeader[]): string {
  const sum = headers.reduce((total, { issuedAt }) => (total + issuedAt) % Number.MAX_SAFE_INTEGER, 0);
  return `${headers.length}.${sum}`;
}

async function runsOf({ vintages }: BulkDeps, { coded, month, asOf }: BulkAsk): Promise<VintageHeader[]> {
  const { start, end } = month.window;
  if (asOf < start) return [];
  return vintages.headers(coded.area.id, { start, end: Math.min(end, asOf + 1) });
}

function tableOfRuns(runs: readonly Vintage[], code: string): Table {
  const hours = runs.flatMap((run) => Array.from(run.valueMw, (_, hour) => ({ run, hour })));
  const text = (name: string, value: (run: Vintage) => string): TableColumn => {
    const byRun = new Map(runs.map((run) => [run, value(run)]));
    return { name, kind: 'text', values: hours.map(({ run }) => byRun.get(run)) };
  };
  const instant = (name: string, value: (run: Vintage, hour: number) => number): TableColumn => ({
    name,
    kind: 'instant',
    values: hours.map(({ run, hour }) => value(run, hour)),
  });
  const mw = (name: string, values: (run: Vintage) => Float64Array): TableColumn => ({
    name,
    kind: 'number',
    values: Float64Array.from(hours, ({ run, hour }) => values(run)[hour]!),
  });
  return tableOf(hours.length, [
    text('run_id', ({ issuedAt }) => runId(code, issuedAt)),
    text('region', () => code),
    instant('issued_at', ({ issuedAt }) => issuedAt),
    instant('available_at', ({ availableAt }) => availableAt),
    instant('data_cutoff', ({ dataCutoff }) => dataCutoff),
    text('model', ({ model }) => model.name),
    text('version', ({ model }) => model.version),
    instant('time_utc', ({ start }, hour) => start + hour * HOUR_MS),
    mw('value_mw', ({ valueMw }) => valueMw),
    mw('p10', ({ p10Mw }) => p10Mw),
    mw('p90', ({ p90Mw }) => p90Mw),
  ]);
}
