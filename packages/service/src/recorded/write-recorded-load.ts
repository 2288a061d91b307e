import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AREAS, HOUR_MS } from '@loadcast/core';
import { readBulkFile } from '@loadcast/sources/eia930-bulk';

/** Six-month files that are read: grids while the files have their operators' forecasts, utilities in the four whole years. */
const WANTED_FILES = /^EIA930_(BALANCE_201[5-9]|SUBREGION_202[0-3])_/;

/**
 * Makes `recorded-load.txt.gz` from a folder of the EIA's six-month files, and prints the SHA-256 for `read-recorded-load.ts`:
 * `node tooling/run-source.mjs packages/service/src/recorded/write-recorded-load.ts FOLDER`.
 */
export async function run(folder: string): Promise<void> {
  const wanted = AREAS.flatMap(({ series, kind }) => [
    { series, measure: 'demand' as const },
    ...(kind === 'grid' ? [{ series, measure: 'day_ahead_forecast' as const }] : []),
  ]);
  const hoursOf = new Map<string, Map<number, number>>();
  for (const file of readdirSync(folder).filter((name) => WANTED_FILES.test(name))) {
    const { observations } = await readBulkFile(join(folder, file), { now: Date.now(), wanted });
    for (const { key, start, valuesMw } of observations.series) {
      const name = `${key.series} ${key.measure}`;
      const hours = hoursOf.get(name) ?? new Map<number, number>();
      hoursOf.set(name, hours);
      valuesMw.forEach((mw, i) => {
        if (!Number.isNaN(mw)) hours.set(start / HOUR_MS + i, Math.round(mw));
      });
    }
  }
  const lines = [...hoursOf].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, hours]) => line(name, hours));
  const packed = gzipSync(lines.join(''), { level: 9 });
  packed[9] = 255; // the operating system, which gzip notes, is left open: the same bytes everywhere
  writeFileSync(new URL('recorded-load.txt.gz', import.meta.url), packed);
  process.stdout.write(`${packed.length} bytes, SHA-256 ${createHash('sha256').update(packed).digest('hex')}\n`);
}

/** Series, measure, first hour, then each hour's difference from the known hour before; nothing where an hour is missing. */
function line(name: string, hours: ReadonlyMap<number, number>): string {
  const first = Math.min(...hours.keys());
  let before = 0;
  const differences = Array.from({ length: Math.max(...hours.keys()) - first + 1 }, (_, i) => {
    const mw = hours.get(first + i);
    if (mw === undefined) return '';
    const difference = mw - before;
    before = mw;
    return difference;
  });
  return `${name} ${new Date(first * HOUR_MS).toISOString()} ${differences.join(',')}\n`;
}
