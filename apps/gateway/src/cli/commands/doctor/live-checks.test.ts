import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeEia, startFakeNws, startFakeOpenMeteo } from '@loadcast/sources/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../configured-store.js';
import { runCli } from '../../testing/run-cli.js';
import { createDoctorCommand } from './doctor.js';

const NOW = Date.UTC(2026, 6, 1, 12);
const KEY = 'secret-0123456789';
const layer = { uom: 'wmoUnit:degC', values: [{ validTime: '2026-07-01T12:00:00+00:00/PT2H', value: 20 }] };

async function doctor(line: string, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-live-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const record = join(folder, 'answers.json');
  const commands = [createDoctorCommand((given) => openStore(given, { role: 'control' }))];
  const args = line.split(' ').map((word) => (word === 'FILE' ? record : word));
  const run = await runCli(commands, args, { env: { LOADCAST_DATA_DIR: folder, ...env }, now: () => NOW });
  return { ...run, text: run.out.join('\n'), record, names: () => readdirSync(folder) };
}

async function upstreams() {
  const eia = await startFakeEia({ region: [], apiKey: KEY });
  const meteo = await startFakeOpenMeteo(() => 20, { plan: 'standard' });
  const nws = await startFakeNws({
    updateTime: '2026-07-01T11:00:00Z',
    temperature: layer,
    relativeHumidity: layer,
    skyCover: layer,
  });
  for (const server of [eia, meteo, nws]) onTestFinished(() => server.close());
  return { eia, meteo, nws };
}

test('doctor --live asks the upstreams that are configured, and keeps their answers without the keys', async () => {
  const { eia, meteo, nws } = await upstreams();
  const env = { EIA_API_KEY: KEY, EIA_BASE_URL: eia.baseUrl, OPERATOR_FEEDS: 'none' };
  const openMeteo = { WEATHER: 'open-meteo', OPEN_METEO_BASE_URL: meteo.baseUrl, OPEN_METEO_API_KEY: KEY };
  const { status, text, record } = await doctor('doctor --live --record FILE', { ...env, ...openMeteo });
  expect(status).toBe(1);
  expect(text).toMatch(/WRONG {2}live eia paging: 0 rows of 5 that were asked for; expected: /);
  expect(text).toMatch(/WRONG {2}live open-meteo plan: it answered 403/);
  expect(text).toMatch(/ok {5}live open-meteo units: /);
  expect([eia.requests.length, meteo.requests.length, nws.requests.length]).toEqual([5, 2, 0]);
  const { askedAt, exchanges } = JSON.parse(readFileSync(record, 'utf8'));
  expect([askedAt, exchanges.length]).toEqual(['2026-07-01T12:00:00.000Z', 7]);
  expect(readFileSync(record, 'utf8') + text).not.toContain(KEY);
});

test('where nothing differs nothing is kept, unless it is asked for', async () => {
  const { nws } = await upstreams();
  const env = { SOURCE: 'none', WEATHER: 'nws', NWS_USER_AGENT: 'test (a@b.example)', NWS_BASE_URL: nws.baseUrl };
  const { text, names } = await doctor('doctor --live', env);
  expect(text.match(/^ok {5}live nws /gm)).toHaveLength(7);
  expect(names().filter((name) => name.endsWith('.json'))).toEqual([]);
  const asked = await doctor('doctor --live --record FILE', env);
  expect(existsSync(asked.record)).toBe(true);
});

test('without --live no upstream is asked; --record alone is a usage error', async () => {
  const { eia } = await upstreams();
  await doctor('doctor', { EIA_API_KEY: KEY, EIA_BASE_URL: eia.baseUrl, OPERATOR_FEEDS: 'none' });
  expect(eia.requests).toEqual([]);
  expect((await doctor('doctor --record FILE', {})).status).toBe(2);
  expect((await doctor('doctor --live', { SOURCE: 'none' })).text).toContain('no upstream is configured');
});
