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
const AGAIN_MS = 100;
const REFIT_MS = 10_000;
const MOST_MB = 1_000;
/** Shares of the first forecasts of a process, so that they hold on any machine. */
const SHARES = { newMonth: 0.3, firstDayHour: 0.15, secondDayHour: 0.015 };

const FILES = testData('data/eia930');
const PROGRAM = fileURLToPath(new URL('../../run.mjs', import.meta.url));
const TIMER = fileURLToPath(new URL('time-engine.mjs', import.meta.url));

describe.skipIf(FILES === undefined)('eleven areas, eight years of 115 series', () => {
  let told: {
    firstMs: number;
    againMs: number[];
    newMonthMs: number;
    peakMb: number;
    firstDayMs: number[];
    secondDayMs: number[];
    allHoursPeakMb: number;
  };

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

  test(`384 hours of all areas, minutes after another, take less than ${AGAIN_MS} ms`, () =>
    expect(told.againMs[0]).toBeLessThan(AGAIN_MS));

  test(`the refit of a new month takes less than ${REFIT_MS} ms`, () => expect(told.newMonthMs).toBeLessThan(REFIT_MS));

  test.each([
    { name: 'the refit of a new month', share: SHARES.newMonth, msOf: () => told.newMonthMs },
    { name: 'an hour of the first day after it', share: SHARES.firstDayHour, msOf: () => told.firstDayMs[12]! },
    { name: 'an hour of the second day', share: SHARES.secondDayHour, msOf: () => told.secondDayMs[12]! },
  ])('$name takes less than $share of the first forecasts', ({ share, msOf }) =>
    expect(msOf()).toBeLessThan(share * told.firstMs),
  );

  test(`the process stays below ${MOST_MB} MB`, () => expect(told.peakMb).toBeLessThan(MOST_MB));
});
