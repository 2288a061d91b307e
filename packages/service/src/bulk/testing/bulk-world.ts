import { type ActualsStore, CONTRACT_AREAS, DAY_MS, type EpochMs, type VintageStore } from '@loadcast/core';
import { buildBatch, buildBlock, fillReportWorld } from '@loadcast/core/testing';
import { nextTurn } from '@loadcast/formats';
import { BULK_DATASETS, type BulkName, type BulkStore, bulkNamed, bulkPath } from '@loadcast/surface-a';
import { parquetReadObjects } from 'hyparquet';

/** Ten days before the world's end; September is settled then, October is not. */
export const BULK_NOW = Date.UTC(2026, 10, 12, 6, 30);
/** A restatement of September that comes after it was settled. */
export const LATE_RESTATEMENT = {
  hour: Date.UTC(2026, 8, 29, 10),
  at: Date.UTC(2026, 10, 11, 3),
  value: 77_777,
} as const;

type World = { readonly actuals: ActualsStore; readonly vintages: VintageStore };

/** Eight weeks of load, forecasts and the operator's forecast of PJM and PG&E, over the end of summer time. */
export async function fillBulkWorld(world: World): Promise<void> {
  await fillReportWorld(world, '2026-09-18', '2026-11-11', { areas: ['pjm', 'pge'], until: BULK_NOW });
  const { hour, at, value } = LATE_RESTATEMENT;
  const operator = Array.from({ length: 50 * 24 }, (_, i) => (i % 97 === 0 ? -1 : 80_000 + (i % 24) * 900));
  const ahead = {
    series: 'PJM',
    measure: 'day_ahead_forecast',
    known: { kind: 'lag', lagMs: -30 * 3_600_000 },
  } as const;
  await world.actuals.append(
    buildBatch([
      buildBlock('2026-09-20T00:00Z', operator, ahead),
      buildBlock(new Date(hour).toISOString(), [value], { series: 'PJM', known: { kind: 'at', at } }),
    ]),
  );
}

/** Restates an hour of PJM. */
export async function restate({ actuals }: World, hour: EpochMs, at: EpochMs, value = 91_234): Promise<void> {
  const known = { kind: 'at', at } as const;
  await actuals.append(buildBatch([buildBlock(new Date(hour).toISOString(), [value], { series: 'PJM', known })]));
}

export const nameOf = (path: string): BulkName => bulkNamed(CONTRACT_AREAS, path)!;

/** The listed areas that the world has. */
export const WORLD_AREAS = CONTRACT_AREAS.listed.filter(({ code }) => ['PJM', 'PGE'].includes(code));

/** Names of the files of a month. */
export const pathsOf = (month: string): string[] =>
  WORLD_AREAS.flatMap((coded) =>
    BULK_DATASETS.map((dataset) => bulkPath({ ...nameOf(`actuals/PJM-${month}.parquet`), dataset, coded })),
  );

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** The bytes of a file that a store lists. */
export async function fileOf(store: BulkStore, path: string): Promise<Buffer> {
  const file = store.list().find((each) => each.path === path);
  if (!file) throw new Error(`${path} is not listed`);
  return bytesOf(store.open(file));
}

/** Rows of a Parquet file, read by a library. */
export function rowsOf(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return parquetReadObjects({ file });
}

export const pass = { now: BULK_NOW, signal: new AbortController().signal, codes: ['PJM', 'PGE'] };
export const pausing = (world: World) => ({ ...world, pause: nextTurn });
export const afterDays = (days: number): EpochMs => BULK_NOW + days * DAY_MS;
