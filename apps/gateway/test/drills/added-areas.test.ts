import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { eiaPeriod, startFakeEia } from '@loadcast/sources/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { killPrograms, plainEnvironment, QUICK_MODEL, startProgram } from '../started-program.js';
import { rowsAt, saidForecast } from './simulated-grid-upstream.js';

const BUILT = fileURLToPath(new URL('../../dist/bin/loadcast.js', import.meta.url));

afterEach(killPrograms);

/** The EIA's rows of the last weeks. One authority in them is followed by nobody yet. */
function rows() {
  const now = Date.now();
  const start = Math.floor((now - 40 * DAY_MS) / HOUR_MS) * HOUR_MS;
  const said = rowsAt(now, start);
  const hours = Array.from({ length: Math.floor((now - start) / HOUR_MS) - 2 }, (_, hour) => start + hour * HOUR_MS);
  const bpat = hours.map((hour) => ({
    ...{ period: eiaPeriod(hour), respondent: 'BPAT', type: 'D', value: saidForecast('BPAT', hour) },
  }));
  return { ...said, region: [...said.region, ...bpat] };
}

test('a running gateway follows an authority that is added, forecasts it from weeks of its load, and retires it, without a restart', async () => {
  const eia = await startFakeEia(rows());
  const { url, demoKey, dataDir } = await startProgram(['loadcast', 'serve', '--demo'], {
    ...{ SOURCE: 'eia', EIA_API_KEY: eia.apiKey, EIA_BASE_URL: eia.baseUrl },
    ...{ OPERATOR_FEEDS: 'none', WEATHER: 'none', FORECASTER: QUICK_MODEL },
  });
  const ask = async (path: string) => {
    const response = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${demoKey}` } });
    return { status: response.status, text: await response.text() };
  };
  const areas = (...args: string[]) =>
    promisify(execFile)(process.execPath, [BUILT, 'areas', ...args], {
      env: { ...plainEnvironment(), LOADCAST_DATA_DIR: dataDir },
    });
  const forecast = 'demand/forecast?region=BPAT&horizon=15d';
  expect((await ask(forecast)).status).toBe(400);
  expect((await ask('regions?scope=all')).text).not.toContain('BPAT');
  await areas('add', 'BPAT');
  await expect.poll(() => ask(forecast), { timeout: 150_000, interval: 500 }).toMatchObject({ status: 200 });
  const old = Math.floor((Date.now() - 25 * DAY_MS) / HOUR_MS) * HOUR_MS;
  const window = `start=${new Date(old).toISOString()}&end=${new Date(old + 2 * HOUR_MS).toISOString()}`;
  const history = () => ask(`demand/history?region=BPAT&${window}`);
  await expect.poll(history).toMatchObject({ text: expect.stringContaining(String(saidForecast('BPAT', old))) });
  expect((await ask('regions?scope=all')).text).toContain('BPAT');
  await areas('retire', 'BPAT');
  await vi.waitUntil(async () => !(await ask('regions?scope=all')).text.includes('BPAT'), { timeout: 60_000 });
  expect((await ask(forecast)).status).toBe(200);
  await eia.close();
});

const CHICAGO = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: 'America/Chicago', hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit' },
});
const localStamp = (start: number): string => CHICAGO.format(start).replace(',', '');

const kwAt = (start: number): number => Math.round(9_000 + 3_000 * Math.sin((start / HOUR_MS / 12) * Math.PI));

/** A year and more as a portal writes it: local stamps through both clock changes, a row of units, hours left out. */
function portalFile(from: number, to: number): string {
  const starts = Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS);
  const rows = starts
    .filter((_, hour) => hour % 500 < 497)
    .map((start) => `${localStamp(start)},"${kwAt(start).toLocaleString('en-US')}"`);
  return ['Interval Start,USAGE', 'local time,kW', ...rows].join('\r\n');
}

test('a file of a meter portal is a forecast of its own account, fed again and retired without a restart', async () => {
  const { url, demoKey } = await startProgram(['loadcast', 'serve', '--demo'], { FORECASTER: QUICK_MODEL });
  const ask = async (path: string, method = 'GET', body?: string) => {
    const headers = { authorization: `Bearer ${demoKey}` };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
    return { status: response.status, text: await response.text() };
  };
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const wishes = 'code=plant-7&name=Plant+7&timezone=America/Chicago&unit=kW';
  const added = await ask(`/account/areas?${wishes}`, 'POST', portalFile(now - 400 * DAY_MS, now - 6 * HOUR_MS));
  expect(added, added.text).toMatchObject({ status: 201 });
  expect(JSON.parse(added.text).data).toMatchObject({
    ...{ code: 'PLANT-7', missing: null, restated_hours: 0 },
    ...{ end: new Date(now - 6 * HOUR_MS).toISOString().replace('.000', '') },
  });
  const forecast = '/v1/demand/forecast?region=plant-7&horizon=2d';
  await expect.poll(() => ask(forecast), { timeout: 120_000, interval: 500 }).toMatchObject({ status: 200 });
  const { data } = JSON.parse((await ask(forecast)).text);
  const errors = data.map((row: { timestamp: string; value_mw: number }) =>
    Math.abs(row.value_mw * 1_000 - kwAt(Date.parse(row.timestamp))),
  );
  expect(Math.max(...errors)).toBeLessThan(2_000);

  const later = portalFile(now - 8 * HOUR_MS, now - HOUR_MS);
  const fed = JSON.parse((await ask('/account/areas/plant-7/load?unit=kW', 'PUT', later)).text).data;
  expect(fed).toMatchObject({ restated_hours: 0 });
  expect(fed.new_hours).toBeGreaterThan(0);
  const again = JSON.parse((await ask('/account/areas/plant-7/load?unit=kW', 'PUT', later)).text).data;
  expect(again).toEqual({ ...fed, new_hours: 0 });
  for (const read of ['history', 'scores', 'runs', 'peaks', 'latest'])
    expect(await ask(`/v1/demand/${read}?region=PLANT-7`), read).toMatchObject({ status: 200 });
  expect((await ask('/v1/regions?scope=all')).text).not.toContain('PLANT-7');
  expect((await ask('/v1/status')).text).not.toMatch(/PLANT-7|own-/i);
  await ask('/account/areas/plant-7', 'DELETE');
  expect((await ask('/v1/demand/snapshot?region=all')).text).not.toContain('PLANT-7');
  expect((await ask(forecast)).status).toBe(200);
});
