import { HOUR_MS } from '@loadcast/core';
import { chainAfter } from '@loadcast/core/insight';
import { expect } from 'vitest';
import { sha256Hex } from '../../src/kinds/run-links.js';
import { type Appendable, FIRST, SERIES, writeOf } from './append-forever.js';

/**
 * Checks that a store holds a prefix of the writes of `appendForever`, each whole and once, and nothing else.
 *
 * @returns how many batches and vintages there are; at most one batch has no vintage yet
 */
export async function assertWholePrefix({
  actuals,
  vintages,
}: Appendable): Promise<{ batches: number; issued: number }> {
  const series = await Promise.all(SERIES.map((name) => actuals.read({ series: name, measure: 'demand' })));
  const headers = await vintages.headers('caiso', { start: 0, end: Number.MAX_SAFE_INTEGER });
  const newest = await vintages.newest('caiso', Infinity);

  const batches = series[0]!.values.length;
  const issued = headers.length;
  for (const { values, replaced } of series) {
    expect([...values]).toEqual(Array.from({ length: batches }, (_, n) => n));
    expect(replaced.size).toBe(0);
  }
  expect(headers.map(({ issuedAt }) => (issuedAt - FIRST) / HOUR_MS)).toEqual(headers.map((_, n) => n));
  expect(newest).toEqual(issued > 0 ? writeOf(issued - 1).vintage : undefined);
  const chain = chainAfter(
    'caiso',
    undefined,
    headers.map((_, n) => writeOf(n).vintage),
    sha256Hex,
  );
  expect(await vintages.links('caiso', { start: 0, end: Number.MAX_SAFE_INTEGER })).toEqual(chain);
  expect([batches - 1, batches]).toContain(issued);
  return { batches, issued };
}

/** Checks that everything that was acknowledged is there, and at most one write more. */
export function assertAcknowledged(
  lines: readonly string[],
  next: number,
  held: { batches: number; issued: number },
): void {
  const last = (kind: string): number =>
    Number(lines.findLast((line) => line.startsWith(kind))?.split(' ')[1] ?? next - 1);
  expect(held.batches - 1 - last('batch')).toBeGreaterThanOrEqual(0);
  expect(held.batches - 1 - last('batch')).toBeLessThanOrEqual(1);
  expect(held.issued - 1 - last('vintage')).toBeGreaterThanOrEqual(0);
  expect(held.issued - 1 - last('vintage')).toBeLessThanOrEqual(1);
}
