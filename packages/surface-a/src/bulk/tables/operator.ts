import type { KnownSeries } from '@loadcast/core';
import { type MonthVersion, monthVersions } from '@loadcast/core/insight';
import type { Table } from '@loadcast/formats';
import type { BulkAsk, BulkDeps } from '../bulk-dataset.js';
import { versionsTable } from './versions-table.js';

export async function* operatorTables(deps: BulkDeps, ask: BulkAsk): AsyncGenerator<Table> {
  const versions = await versionsOf(deps, ask);
  if (versions.length > 0) yield versionsTable(versions, ask.coded.code);
}

export async function digestOfOperator(deps: BulkDeps, ask: BulkAsk): Promise<string> {
  return sumOfVersions(await versionsOf(deps, ask));
}

/** Another text whenever versions are added: none is ever changed. */
export function sumOfVersions(versions: readonly MonthVersion[]): string {
  const knownSum = versions.reduce((sum, { knownAt }) => (sum + knownAt) % Number.MAX_SAFE_INTEGER, 0);
  return `${versions.length}.${knownSum}.${versions.reduce((sum, { valueMw }) => sum + valueMw, 0)}`;
}

/** A forecast of zero or less is none, as in every answer. */
async function versionsOf(deps: BulkDeps, { coded, month, asOf }: BulkAsk): Promise<MonthVersion[]> {
  const known: KnownSeries = await deps.actuals.read({ series: coded.area.series, measure: 'day_ahead_forecast' });
  return monthVersions(known, month, asOf).filter(({ valueMw }) => valueMw > 0);
}
