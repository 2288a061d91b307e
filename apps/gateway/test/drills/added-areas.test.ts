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
