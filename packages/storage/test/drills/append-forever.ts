import type { ActualsStore, VintageStore } from '@loadcast/core';
import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { printLine } from '../../../../tooling/testing/print-line.js';
import { openSqliteStore } from '../../src/sqlite/index.js';

/** What can be appended to. */
export interface Appendable {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
}

export const SERIES = ['CISO', 'NYIS', 'PJM'];
export const FIRST = Date.parse('2026-01-01T00:00Z');

/** The `n`-th write of this process: one hour of three series, and one vintage, all saying `n`. */
export const writeOf = (n: number) => ({
  batch: buildBatch(
    SERIES.map((series) => buildBlock(new Date(FIRST + n * HOUR_MS).toISOString(), [n], { series })),
    { source: `write ${n}`, ingestedAt: FIRST + n * HOUR_MS },
  ),
  vintage: buildVintage({
    issuedAt: FIRST + n * HOUR_MS,
    valueMw: Float64Array.from({ length: 384 }, (_, i) => (100 * n + i) / 100),
  }),
});

/** Appends from the `from`-th write on until it is killed, and prints each one: `batch N`, then `vintage N`. */
export async function appendForever(store: Appendable, from: number): Promise<void> {
  for (let n = from; ; n++) {
    const { batch, vintage } = writeOf(n);
    await store.actuals.append(batch);
    printLine(`batch ${n}`);
    await store.vintages.append(vintage);
    printLine(`vintage ${n}`);
  }
}

/** Does so in the SQLite store of a data directory. */
export async function run(dataDir: string, from: string): Promise<void> {
  await appendForever(await openSqliteStore({ dataDir }), Number(from));
}
