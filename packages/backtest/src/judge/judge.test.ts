import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTRACT_AREAS } from '@loadcast/core';
import { type AreaBacktest, emptyPoints } from '@loadcast/core/backtest';
import { afterAll, expect, test } from 'vitest';
import { pointsCsv } from '../points-csv.js';
import { readPointsFile } from './points-file.js';

const folder = mkdtempSync(join(tmpdir(), 'points-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Actual 100, forecast `valueMw` with bounds 5 MW around it, one winter day. */
function result(areaId: AreaBacktest['areaId'], valueMw: number): AreaBacktest {
  const points = emptyPoints('America/New_York', ['2023-01-10']);
  points.actualMw.fill(100);
  points.issuedAt.fill(Date.UTC(2023, 0, 9, 14));
  points.valueMw.fill(valueMw);
  points.p10Mw.fill(valueMw - 5);
  points.p90Mw.fill(valueMw + 5);
  return { areaId, runs: [{ run: 'DAM', points }], models: [], issues: 1, gaps: [] };
}

async function fileOf(name: string, content: string | Uint8Array) {
  writeFileSync(join(folder, name), content);
  return readPointsFile(join(folder, name), CONTRACT_AREAS);
}

test('what --points writes is read back, plain and compressed', async () => {
  const results = [result('pjm', 104), result('pge', 98)];
  results[0]!.runs[0]!.points.actualMw[3] = Number.NaN;
  const text = [...pointsCsv(results, CONTRACT_AREAS)].join('');
  for (const content of [text, gzipSync(text)]) {
    const read = await fileOf('points.csv', content);
    for (const { areaId, runs } of results) expect(read(areaId, 'DAM')).toEqual(runs[0]!.points);
    expect(read('miso', 'DAM')).toBeUndefined();
    expect(read('pjm', '7DA')).toBeUndefined();
  }
});

const HEADER = 'area,run,issued_at,interval_start,value_mw,p10,p90,actual_mw';
const at = '2023-01-09T14:00:00Z';
test.each([
  { line: 'PJM,DAM', says: 'line 2: 2 fields where the header has 8' },
  { line: `HQ,DAM,${at},${at},1,1,1,1`, says: "line 2, column area: 'HQ' is not one of CAISO" },
  { line: `PJM,RTM,${at},${at},1,1,1,1`, says: "column run: 'RTM' is not one of DAM" },
  { line: `PJM,DAM,9 January,${at},1,1,1,1`, says: "column issued_at: '9 January' is not an instant" },
  { line: `PJM,DAM,${at},2023-01-09,1,1,1,1`, says: "column interval_start: '2023-01-09' is not an instant" },
  { line: `PJM,DAM,${at},${at},1,low,1,1`, says: "column p10: 'low' is not a number" },
])('a file with the line $line is refused', async ({ line, says }) => {
  await expect(fileOf('bad.csv', `${HEADER}\n${line}\n`)).rejects.toThrow(`bad.csv: `);
  await expect(fileOf('bad.csv', `${HEADER}\n${line}\n`)).rejects.toThrow(says);
});

test('a file with another header is refused', async () => {
  await expect(fileOf('bad.csv', 'area,run\n')).rejects.toThrow(`the header must be ${HEADER}`);
});
