import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { screenServedLoad } from '@loadcast/core/accuracy';
import { monthVersions, versionsDigest } from '@loadcast/core/insight';
import type { Table } from '@loadcast/formats';
import type { BulkAsk, BulkDeps } from '../bulk-dataset.js';
import { sumOfVersions } from './operator.js';
import { versionsTable } from './versions-table.js';

/** How far back screening looks, and a day; and how far ahead, at most. */
const SCREENED_BACK_MS = 43 * DAY_MS;
const SCREENED_AHEAD_MS = DAY_MS;

/**
 * `is_usable` is of the version that stands, of an hour of the month: whether it passes the screening that
 * `/v1/demand/history` applies. It is missing in replaced versions, and in late ones.
 */
export async function* loadTables(deps: BulkDeps, ask: BulkAsk): AsyncGenerator<Table> {
  const { coded, month, asOf } = ask;
  const { load, versions } = await readMonth(deps, ask);
  if (versions.length === 0) return;
  const { usable: served } = await screenServedLoad(deps.actuals, coded.area, load, month.window, asOf);
  const usable = versions.map(({ start }, row) => {
    const stands = start >= month.window.start && versions[row + 1]?.start !== start;
    if (!stands) return Number.NaN;
    return Number.isNaN(served.valuesMw[(start - month.window.start) / HOUR_MS]!) ? 0 : 1;
  });
  yield versionsTable(versions, coded.code, { name: 'is_usable', kind: 'number', values: usable });
}

export async function digestOfLoad(deps: BulkDeps, ask: BulkAsk): Promise<string> {
  const { load, versions } = await readMonth(deps, ask);
  const { start, end } = ask.month.window;
  return `${sumOfVersions(versions)} ${versionsDigest(load, { start: start - SCREENED_BACK_MS, end: end + SCREENED_AHEAD_MS }, ask.asOf)}`;
}

async function readMonth({ actuals }: BulkDeps, { coded, month, asOf }: BulkAsk) {
  const load = await actuals.read({ series: coded.area.series, measure: 'demand' });
  return { load, versions: monthVersions(load, month, asOf) };
}
