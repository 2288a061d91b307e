import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AreaId } from '@loadcast/core';
import { type AreaBacktest, type BacktestPoints, POINT_COLUMNS, type RunBacktest } from '@loadcast/core/backtest';
import type { BacktestRuntime } from './runtime.js';

/** A folder that keeps the results of a backtest by area, so that one that was stopped resumes where it was. */
export interface OutDir {
  /** The kept result of an area, or undefined when there is none or it is damaged. */
  read(areaId: AreaId): AreaBacktest | undefined;
  keep(result: AreaBacktest): void;
  /** Writes a file for people beside the results. */
  write(name: string, text: string): void;
}

/**
 * Opens a folder for a backtest, made if need be. Results in it that another backtest left, one with other settings,
 * another model or other data, are removed.
 *
 * @param settings everything that a result depends on but the data; printed to `settings.json`
 * @returns the folder, and whether results of another backtest had to go
 */
export function openOutDir(
  path: string,
  settings: object,
  runtime: BacktestRuntime,
): { dir: OutDir; cleared: boolean } {
  const areas = join(path, 'areas');
  const settingsFile = join(path, 'settings.json');
  const text = `${JSON.stringify({ ...settings, data: fingerprint(runtime) }, null, 2)}\n`;
  const isOther = existsSync(settingsFile) && readFileSync(settingsFile, 'utf8') !== text;
  const cleared = isOther && existsSync(areas);
  if (cleared) rmSync(areas, { recursive: true });
  mkdirSync(areas, { recursive: true });
  writeWhole(settingsFile, text);
  const fileOf = (areaId: AreaId): string => join(areas, `${areaId}.bin`);
  return {
    cleared,
    dir: {
      read: (areaId) => (existsSync(fileOf(areaId)) ? unpack(readFileSync(fileOf(areaId))) : undefined),
      keep: (result) => writeWhole(fileOf(result.areaId), pack(result)),
      write: (name, content) => writeWhole(join(path, name), content),
    },
  };
}

/** A file is there whole or not at all. */
function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

/** SHA-256 over every value and known time that a backtest may read. */
function fingerprint({ load, operator, weather, multiDay, newest }: BacktestRuntime): string {
  const hash = createHash('sha256');
  const series = [
    ...Object.entries({ load, operator, 'multi-day': multiDay, newest }).flatMap(([kind, held]) =>
      [...held].map(([id, known]) => [`${kind} ${id}`, known] as const),
    ),
    ...[...weather].flatMap(([areaId, { points }]) =>
      points.flatMap(({ name, weight, variables }) =>
        Object.entries(variables).map(
          ([variable, known]) => [`${areaId} ${name} ${weight} ${variable}`, known] as const,
        ),
      ),
    ),
  ];
  for (const [name, { start, values, knownAtMs, replaced }] of series) {
    hash.update(`${name} ${start} ${JSON.stringify([...replaced])}\n`);
    hash.update(bytesOf(values));
    hash.update(bytesOf(knownAtMs));
  }
  return hash.digest('hex');
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Layout: length of the JSON head (4 bytes), the head, SHA-256 of the columns, the columns. Numbers little-endian. */
function pack(result: AreaBacktest): Uint8Array {
  const { runs, ...rest } = result;
  const head = Buffer.from(
    JSON.stringify({ ...rest, runs: runs.map(({ run, points }) => [run, points.start.length]) }),
  );
  const columns = Buffer.concat(runs.flatMap(({ points }) => POINT_COLUMNS.map((name) => bytesOf(points[name]))));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, createHash('sha256').update(columns).digest(), columns]);
}

const DIGEST_BYTES = 32;

function unpack(bytes: Buffer): AreaBacktest | undefined {
  try {
    const headEnd = 4 + bytes.readUInt32LE(0);
    const { runs, ...rest } = JSON.parse(bytes.toString('utf8', 4, headEnd));
    const columns = bytes.subarray(headEnd + DIGEST_BYTES);
    const digest = createHash('sha256').update(columns).digest();
    if (!digest.equals(bytes.subarray(headEnd, headEnd + DIGEST_BYTES))) return undefined;
    const values = new Float64Array(columns.buffer.slice(columns.byteOffset, columns.byteOffset + columns.byteLength));
    const rows = runs.reduce((sum: number, [, hours]: [unknown, number]) => sum + hours, 0);
    if (values.length !== rows * POINT_COLUMNS.length) return undefined;
    let at = 0;
    const next = (hours: number): Float64Array => {
      at += hours;
      return values.slice(at - hours, at);
    };
    const pointsOf = (hours: number): BacktestPoints =>
      Object.fromEntries(POINT_COLUMNS.map((name) => [name, next(hours)])) as BacktestPoints;
    const read = runs.map(([run, hours]: [RunBacktest['run'], number]) => ({ run, points: pointsOf(hours) }));
    return { ...rest, runs: read };
  } catch {
    return undefined;
  }
}
