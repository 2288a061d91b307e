import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, areaById, CONTRACT_AREAS, gateInstant, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { operatingDayWindow } from '@loadcast/core/time';
import { openSqliteStore, verifySubmissions } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { blendsIssuer } from './issue-blends.js';

const PJM = areaById('pjm');
const TARGET = '2026-03-08';
const GATE = gateInstant(PJM, 'DAM', TARGET);
const DAYS = 40;
const FIRST = operatingDayWindow(PJM.marketTimezone, addDays(TARGET, -DAYS)).start;
const loadMw = (hour: number) => 80_000 + 100 * (hour % 24);

/** Forty days of load, and our runs for them; the run for the target's gate only with `hasRun`. */
async function open(hasRun = true) {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-blends-'));
  const { forecasters, contents, close } = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  const [actuals, vintages] = [memoryActualsStore(), memoryVintageStore()];
  const load = Array.from({ length: DAYS * 24 }, (_, hour) => loadMw(hour));
  await actuals.append(buildBatch([buildBlock(new Date(FIRST).toISOString(), load, { series: 'PJM' })]));
  const issuedFor = async (day: string) => {
    const { start } = operatingDayWindow(PJM.marketTimezone, day);
    const issuedAt = gateInstant(PJM, 'DAM', day) - 120_000;
    const valueMw = Float64Array.from({ length: 48 }, (_, hour) => loadMw(hour) + 500);
    const about = { areaId: 'pjm', issuedAt, availableAt: issuedAt, dataCutoff: issuedAt - HOUR_MS };
    await vintages.append(buildVintage({ ...about, start, valueMw }));
  };
  for (let back = DAYS - 1; back > 0; back--) await issuedFor(addDays(TARGET, -back));
  if (hasRun) await issuedFor(TARGET);
  const row = { knownAt: FIRST, accountId: 'ann', areas: 'pjm', gates: 'DAM', isPublic: 0, retiredAt: null };
  const experts = 'loadcast,operator';
  await forecasters.keep({ ...row, id: 'fct_blend', name: 'blend', blends: experts });
  await forecasters.keep({ ...row, id: 'fct_retired', name: 'old', blends: experts, retiredAt: FIRST });
  await forecasters.keep({ ...row, id: 'fct_own', name: 'own', blends: null });
  let now = 0;
  const errors: unknown[] = [];
  const log = { info: () => {}, error: (each: unknown) => errors.push(each) } as never;
  const deps = { areas: () => CONTRACT_AREAS, actuals, vintages, forecasters, log, clock: { now: () => now } };
  const issue = blendsIssuer(deps as never);
  const issueAt = async (at: number) => {
    now = at;
    await issue();
    expect(errors).toEqual([]);
    return (await forecasters.submissions('fct_blend', 9)).length;
  };
  return { forecasters, contents, issueAt };
}

test('a blend is issued once for a gate, sealed as other submissions, with its weights', async () => {
  const { forecasters, contents, issueAt } = await open();
  const counts = [];
  for (const at of [GATE - 120_001, GATE - 119_000, GATE - 90_000, GATE, GATE + 1]) counts.push(await issueAt(at));
  expect(counts).toEqual([0, 1, 1, 1, 1]);
  const window = operatingDayWindow(PJM.marketTimezone, TARGET);
  const asked = { forecasterId: 'fct_blend', areaId: 'pjm', asOf: GATE, before: 9, most: 9 };
  const [run] = await forecasters.known({ ...asked, window });
  expect(run!.receivedAt).toBe(GATE - 119_000);
  // The day of the spring change has 23 hours.
  expect(run!.hours.map(({ start }) => start)).toEqual(
    Array.from({ length: 23 }, (_, hour) => window.start + hour * HOUR_MS),
  );
  for (const { valueMw } of run!.hours) expect(Math.abs(valueMw - 81_650)).toBeLessThan(1_200);
  const [listed] = await forecasters.received({ ...asked, window: { start: GATE - HOUR_MS, end: GATE } });
  expect(listed!.weights).toMatch(/^DAM 0-5: loadcast 1.000, operator 0.000; DAM 6-11: .*; DAM 18-23: [^;]*$/);
  expect(await verifySubmissions(contents, 'fct_blend')).toMatchObject({ runs: 1, firstBreak: undefined });
  for (const id of ['fct_retired', 'fct_own']) expect(await forecasters.submissions(id, 9)).toEqual([]);
});

test('without our run for the gate a blend waits for it until the last minute', async () => {
  const { issueAt } = await open(false);
  expect(await issueAt(GATE - 61_000)).toBe(0);
  expect(await issueAt(GATE - 60_000)).toBe(1);
});
