import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { buildBatch, buildBlock, buildWeatherBlock } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openReplayStore } from '../../../../../../packages/service/src/stores/replay-store.js';
import { noteHistory } from '../../../../../../packages/service/src/weather/weather-history.js';
import { openStore } from '../../configured-store.js';
import { runCli } from '../../testing/run-cli.js';
import { areaCommands } from '../areas.js';
import { createDoctorCommand } from './doctor.js';

interface Doctored {
  readonly status: number;
  readonly checks: readonly { name: string; ok: boolean; message: string; remedy?: string }[];
}

async function doctor(env: Record<string, string> = {}, prepare?: (dataDir: string) => void): Promise<Doctored> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  prepare?.(dataDir);
  const lines: string[] = [];
  const status = await createDoctorCommand((given) => openStore(given, { role: 'control' })).run(['--json'], {
    env: { LOADCAST_DATA_DIR: dataDir, ...env },
    now: () => Date.UTC(2026, 6, 1),
    out: (line) => lines.push(line),
    err() {},
    signal: new AbortController().signal,
  });
  return { status, checks: (JSON.parse(lines[0]!) as { checks: Doctored['checks'] }).checks };
}

const wrong = ({ checks }: Doctored) => checks.filter(({ ok }) => !ok).map(({ name }) => name);

test('an empty store is one line, whatever follows from it', async () => {
  const report = await doctor();
  expect(report.status).toBe(1);
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([
    { name: 'store', ok: false, message: expect.stringContaining('is empty: start loadcast serve') },
  ]);
});

test('a store that a replay of the record keeps its accounts in is not said to be empty', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const settings = { LOADCAST_DATA_DIR: dataDir };
  const opened = await openStore(settings, { role: 'control' });
  const replayed = { ...settings, DATABASE_URL: undefined };
  const { store } = await openReplayStore(opened, replayed, Date.UTC(2018, 6, 18, 18));
  await store.close();
  const { status, checks } = await doctor(settings);
  expect(status).toBe(0);
  const message = expect.stringMatching(/keeps the accounts of a replay from 2018-07-18T18:00:00.000Z; its load/);
  expect(checks).toContainEqual({ name: 'store', ok: true, message });
});

const WEEKS_AGO = [
  {
    name: 'load of last week, without forecasts: every area is wrong, with a remedy',
    days: 7,
    wrong: AREAS.map(({ id }) => id),
  },
  {
    name: 'load of two years ago that nothing follows: one line that says how it is replayed',
    days: 730,
    wrong: ['load'],
  },
];

test.each(WEEKS_AGO)('$name', async ({ days, wrong: names }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { SOURCE: 'none', LOADCAST_DATA_DIR: dataDir };
  const store = await openStore(env);
  const start = new Date(NOW - days * 24 * HOUR_MS).toISOString();
  await store.actuals.append(buildBatch([buildBlock(start, [1, 2], { known: { kind: 'lag', lagMs: HOUR_MS } })]));
  await store.close();
  const report = await doctor(env);
  expect([...new Set(wrong(report))]).toEqual(names);
  const { message, remedy } = report.checks.find(({ ok }) => !ok)!;
  expect(remedy ?? message).toMatch(/ingest the six-month files|serve --now 2024-07-01T03:00Z/);
});

test('an area that was added after its files were ingested is named with what it lacks and the command that brings it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { LOADCAST_DATA_DIR: dataDir, SOURCE: 'eia', EIA_API_KEY: 'key', OPERATOR_FEEDS: 'none' };
  const store = await openStore(env);
  const start = new Date(NOW - 7 * 24 * HOUR_MS).toISOString();
  await store.actuals.append(buildBatch([buildBlock(start, [1, 2], { known: { kind: 'lag', lagMs: HOUR_MS } })]));
  await store.close();
  await runCli(
    areaCommands(() => openStore(env, { role: 'control' })),
    ['areas', 'add', 'BPAT'],
    { env },
  );
  expect((await doctor(env)).checks).toContainEqual({
    ...{ name: 'eia-bpat', ok: false, message: 'forecast: BPAT has no forecast: no load is known yet' },
    remedy: expect.stringContaining('loadcast ingest eia930 FILE...'),
  });
});

test.each([
  { env: {}, message: undefined },
  {
    env: { HTTPS_PROXY: 'http://me:hunter2@proxy.example.org:3128', NO_PROXY: '.example.com' },
    message: 'upstreams and webhooks go through HTTPS_PROXY=http://me@proxy.example.org:3128/, except for .example.com',
  },
  { env: { http_proxy: 'http://p:1' }, message: 'upstreams and webhooks go through HTTP_PROXY=http://p:1/' },
  { env: { HTTP_PROXY: '', https_proxy: '' }, message: undefined },
])('doctor shows the proxy of $env without its password: $message', async ({ env, message }) => {
  const { checks } = await doctor(env);
  expect(checks.find(({ name }) => name === 'proxy')?.message).toBe(message);
});

test.each([
  { url: 'postgres://u:hunter2@db.invalid/d', message: /^the connection to db\.invalid is not encrypted/ },
  { url: 'postgres://u:hunter2@db.invalid/d?sslmode=verify-full', message: undefined },
  { url: 'postgres://u:hunter2@127.0.0.1:1/d', message: undefined },
])('doctor says whether the connection to $url is in the clear: $message', async ({ url, message }) => {
  const found = (await doctor({ DATABASE_URL: url })).checks.find(({ name }) => name === 'database');
  expect(found?.message).toEqual(message && expect.stringMatching(message));
});

test('doctor says that Redis refuses, with its word and a remedy, and never the password', async () => {
  const { checks } = await doctor({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' });
  const redis = checks.find(({ name }) => name === 'redis');
  expect(redis).toEqual({
    name: 'redis',
    ok: false,
    message: 'ECONNREFUSED',
    remedy: expect.stringContaining('Check REDIS_URL'),
  });
});

test.each([
  { name: 'a setting that is wrong', env: { PORT: 'http' }, wrong: 'settings', message: /PORT/ },
  { name: 'a source without its key', env: { SOURCE: 'eia' }, wrong: 'source', message: /SOURCE=eia needs a key/ },
  {
    name: 'a database that does not answer, without its password',
    env: { DATABASE_URL: 'postgres://loadcast:hunter2@127.0.0.1:1/loadcast' },
    wrong: 'store',
    message: /^(?!.*hunter2).*does not answer/,
  },
])('doctor names $name', async ({ env, wrong: name, message }) => {
  const report = await doctor(env);
  expect(report.status).toBe(1);
  expect(report.checks.find((check) => check.name === name)).toMatchObject({
    ok: false,
    message: expect.stringMatching(message),
  });
});

test.each([
  {
    name: 'on a machine of one’s own everything is open',
    env: {},
    guests: /^see every grid without a key/,
    accounts:
      'anybody may sign up; plans: REST Enterprise, OASIS Enterprise, Utilities Enterprise (SIGN_UP_PLAN_A, _B, _C)',
  },
  {
    name: 'on the network the public plans hold',
    env: { HOST: '0.0.0.0', SIGN_UP: 'invite', SIGN_UP_PLAN_C: 'trial' },
    guests: /^see CAISO without a key/,
    accounts: 'only invited people sign up; plans: REST Free, OASIS Trial, Utilities Trial (SIGN_UP_PLAN_A, _B, _C)',
  },
  {
    name: 'an operator may close both',
    env: { DEMO_REGIONS: 'none', SIGN_UP: 'closed', SIGN_UP_PLAN_A: 'none' },
    guests: /^see no load and no forecasts/,
    accounts: /^only you create accounts; plans: REST none, /,
  },
])('doctor says what guests and new accounts see: $name', async ({ env, guests, accounts }) => {
  const { checks } = await doctor(env);
  const said = (name: string) => checks.find((check) => check.name === name)?.message;
  expect(said('guests')).toMatch(guests);
  expect(said('new accounts')).toEqual(typeof accounts === 'string' ? accounts : expect.stringMatching(accounts));
});

test.each([
  { env: { BASE_URL: 'http://load.office:8080' }, ok: false, message: /cannot sign in at http:\/\/load.office:8080/ },
  { env: { BASE_URL: 'http://load.office:8080', INSECURE_HTTP: '1' }, ok: true, message: /unencrypted/ },
  { env: { BASE_URL: 'https://load.office' }, ok: undefined, message: undefined },
  { env: { BASE_URL: 'http://127.0.0.1:8080' }, ok: undefined, message: undefined },
  { env: { HOST: '0.0.0.0' }, ok: true, message: /^BASE_URL is not set/ },
  { env: {}, ok: undefined, message: undefined },
])('doctor says whether browsers can sign in: $env', async ({ env, ok, message }) => {
  const check = (await doctor(env)).checks.find(({ name }) => name === 'sign-in');
  expect(check?.ok).toBe(ok);
  if (message) expect(check?.message).toMatch(message);
});

const NOW = Date.UTC(2026, 6, 1);

test.each([
  { name: 'none', minutesAgo: [], ok: true, message: /no gateway polled/ },
  { name: 'all good', minutesAgo: [25, 15, 5], ok: true, message: /^3 of 3 polls .* the last 5 min ago$/ },
  { name: 'the last failed', minutesAgo: [15, -5], ok: true, message: /^1 of 2 .* 15 min ago; failed: EIA: refused$/ },
  { name: 'none good for an hour', minutesAgo: [70, -60, -5], ok: false, message: /^1 of 3 .* 70 min ago; failed/ },
  {
    name: 'none good at all',
    minutesAgo: [-10, -5],
    ok: false,
    message: /^0 of 2 .*everything; failed: EIA: refused$/,
  },
])('doctor reads what became of the polls: $name', async ({ minutesAgo, ok, message }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { EIA_API_KEY: 'key', OPERATOR_FEEDS: 'none', LOADCAST_DATA_DIR: dataDir };
  const store = await openStore(env);
  for (const minutes of minutesAgo) {
    const askedAt = NOW - Math.abs(minutes) * MINUTE_MS;
    const outcome = minutes < 0 ? 'failed' : 'ok';
    const reason = minutes < 0 ? 'EIA: refused' : undefined;
    await store.polls.add({ source: 'eia', askedAt, endedAt: askedAt, outcome, reason, newHours: 1, restatedHours: 0 });
  }
  await store.close();
  const check = (await doctor(env)).checks.find(({ name }) => name === 'polls');
  expect(check).toMatchObject({ ok, message: expect.stringMatching(message) });
});

test('doctor shows that the plan of the key lacks past forecasts, and calls it no fault', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { WEATHER: 'open-meteo', LOADCAST_DATA_DIR: dataDir };
  const store = await openStore(env);
  await noteHistory(store.meta)('Open-Meteo: the plan of our key does not hold this service (403)');
  await store.close();
  expect((await doctor(env)).checks.find((check) => check.name === 'weather history')).toMatchObject({
    ok: true,
    message: expect.stringMatching(/skipped.*plan/),
  });
});

test('a file that is no store is named, and left alone', async () => {
  const report = await doctor({}, (dataDir) => writeFileSync(join(dataDir, 'loadcast.db'), 'x'.repeat(5_000)));
  expect(wrong(report)).toEqual(['store']);
});

test.each(['{"schemaVersion":1,"fi', '{}', ''])(
  'doctor names a list of monthly files that is damaged: %j',
  async (text) => {
    const { checks } = await doctor({}, (dataDir) => {
      mkdirSync(join(dataDir, 'bulk'));
      writeFileSync(join(dataDir, 'bulk/manifest.json'), text);
    });
    expect(checks.find(({ name }) => name === 'monthly files')).toMatchObject({
      ok: false,
      message: 'missing or damaged: manifest.json',
      remedy: expect.stringContaining('writes them again'),
    });
  },
);

test.each([
  { name: 'no weather', ageHours: undefined, ok: false, message: /none/ },
  { name: 'weather of this morning', ageHours: 2, ok: true, message: /2 h old/ },
  { name: 'weather of this night, later than the monitors allow', ageHours: 7, ok: false, message: /7 h old/ },
  { name: 'weather of yesterday', ageHours: 24, ok: false, message: /24 h old/ },
])('doctor looks at the weather that is to be followed: $name', async ({ ageHours, ok, message }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { WEATHER: 'open-meteo', LOADCAST_DATA_DIR: dataDir };
  if (ageHours !== undefined) {
    const store = await openStore(env);
    const at = Date.UTC(2026, 6, 1) - ageHours * HOUR_MS;
    await store.weather.write({ put: [buildWeatherBlock({ known: { kind: 'at', at } })], drop: [] });
    await store.close();
  }
  const { checks } = await doctor(env);
  expect(checks.find((check) => check.name === 'weather')).toMatchObject({
    ok,
    message: expect.stringMatching(message),
  });
});
