import { HOUR_MS, type Vintage, type VintageHeader } from '@loadcast/core';
import { runId } from '@loadcast/core/insight';
import { type Table, tableOf } from '@loadcast/formats';
import { columnsFrom } from '../../insight/tables/columns-from.js';
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
  const hours = runs.flatMap((run) => {
    const id = runId(code, run.issuedAt);
    return Array.from(run.valueMw, (_, hour) => ({ run, id, hour }));
  });
  const { text, number, instant } = columnsFrom(hours);
  return tableOf(hours.length, [
    text('run_id', ({ id }) => id),
    text('region', () => code),
    instant('issued_at', ({ run }) => run.issuedAt),
    instant('available_at', ({ run }) => run.availableAt),
    instant('data_cutoff', ({ run }) => run.dataCutoff),
    text('model', ({ run }) => run.model.name),
    text('version', ({ run }) => run.model.version),
    instant('time_utc', ({ run, hour }) => run.start + hour * HOUR_MS),
    number('value_mw', ({ run, hour }) => run.valueMw[hour]),
    number('p10', ({ run, hour }) => run.p10Mw[hour]),
    number('p90', ({ run, hour }) => run.p90Mw[hour]),
  ]);
}
