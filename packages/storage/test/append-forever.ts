import { writeSync } from 'node:fs';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { openSqliteStore } from '../src/sqlite/index.js';

export const SERIES = ['CISO', 'NYIS', 'PJM'];
export const FIRST = Date.parse('2026-01-01T00:00Z');
const HOUR_MS = 3_600_000;

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

/** Appends from the `from`-th write on until it is killed, and says so after each one: `batch N`, then `vintage N`. */
export async function run(dataDir: string, from: string): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  for (let n = Number(from); ; n++) {
    const { batch, vintage } = writeOf(n);
    await store.actuals.append(batch);
    writeSync(1, `batch ${n}\n`);
    await store.vintages.append(vintage);
    writeSync(1, `vintage ${n}\n`);
  }
}
