import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { plainEnvironment } from '../../../apps/gateway/test/started-program.js';
import { testData } from '../../testing/test-data.js';

/*
 * The engine on EIA-930's own files: all areas, load and neighbors, one thread of a process of its own. CPU time
 * covers the whole process, including the garbage collector's helpers.
 */
const FILES = testData('data/eia930');
const PROGRAM = fileURLToPath(new URL('../../run.mjs', import.meta.url));
const TIMER = fileURLToPath(new URL('../src/time-engine.mjs', import.meta.url));

describe.skipIf(FILES === undefined)('eleven areas, eight years of 115 series', () => {
  let told: Record<'firstMs' | 'newMonthMs' | 'peakMb' | 'allHoursPeakMb', number> &
    Record<'againMs' | 'firstDayMs' | 'secondDayMs', number[]>;

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-'));
    const env = { ...plainEnvironment(), LOADCAST_DATA_DIR: dataDir };
    const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 });
    try {
      const files = readdirSync(FILES!).map((name) => join(FILES!, name));
      await node(PROGRAM, 'loadcast', 'ingest', 'eia930', ...files);
      told = JSON.parse((await node(TIMER, dataDir)).stdout);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
    const { firstMs, againMs, newMonthMs, peakMb, firstDayMs, secondDayMs, allHoursPeakMb } = told;
    console.info(
      `first forecasts ${firstMs.toFixed(0)} ms, again ${againMs[0]!.toFixed(0)} ms (median ${againMs[10]!.toFixed(0)}), ` +
        `a new month ${newMonthMs.toFixed(0)} ms of CPU; ${peakMb.toFixed(0)} MB at most; an hour of the first day after ` +
        `(median) ${firstDayMs[12]!.toFixed(0)} ms, of the second ${secondDayMs[12]!.toFixed(0)} ms; ` +
        `${allHoursPeakMb.toFixed(0)} MB with the models of all hours`,
    );
  }, 600_000);

  // Shares of the first forecasts of a process hold on any machine.
  test.each([
    { name: '384 hours of all areas, minutes after another', of: () => told.againMs[0]!, most: () => 100 },
    { name: 'the refit of a new month', of: () => told.newMonthMs, most: () => Math.min(10_000, 0.3 * told.firstMs) },
    { name: 'an hour of the first day after it', of: () => told.firstDayMs[12]!, most: () => 0.15 * told.firstMs },
    { name: 'an hour of the second day', of: () => told.secondDayMs[12]!, most: () => 0.015 * told.firstMs },
    { name: 'the memory of the process, MB,', of: () => told.peakMb, most: () => 1_000 },
  ])('$name stays below its budget', ({ of, most }) => expect(of()).toBeLessThan(most()));
});
