import { type AreaId, CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import type { Finding, MonitorName } from '@loadcast/service';
import { expect, test } from 'vitest';
import { createStatus } from './status-surface.js';

const NOW = Date.parse('2026-07-02T18:25:30Z');

/** Ten weeks of PJM and CAISO, and findings that can be changed. */
async function openStatus() {
  const world = await reportWorld('2026-04-20', '2026-07-02', { areas: ['pjm', 'caiso'] });
  const state = { now: NOW, findings: [] as readonly Finding[] };
  const monitor = { latest: () => undefined, findings: () => state.findings };
  const surface = createStatus({ ...world, areas: () => CONTRACT_AREAS, monitor });
  const ask = handlerAsk([{ prefix: '/v1/status', surface }], () => state.now);
  const areaOf = async (region: string) =>
    JSON.parse((await ask('/v1/status')).text).data.areas.find((each: { region: string }) => each.region === region);
  return { world, state, ask, areaOf };
}

const finding = (monitor: MonitorName, areaId?: AreaId): Finding => ({
  monitor,
  message: `about ${monitor}`,
  ...(areaId && { areaId }),
});

test('without a key: newest actual, when the next is expected, newest run, and gates since the first forecast', async () => {
  const { areaOf } = await openStatus();
  expect(await areaOf('PJM')).toMatchObject({
    state: 'ok',
    newest_actual: { time_utc: '2026-07-02T15:00:00Z' },
    next_expected_at: '2026-07-02T19:00:00Z',
    newest_run: { issued_at: '2026-07-02T12:50:00Z', model: 'made-up-1.2.3' },
    gates_90_days: { gates: 74, met: 74, met_pct: 100, missed: [] },
    findings: [],
  });
  expect(await areaOf('SPP')).toMatchObject({ state: 'degraded', newest_actual: null, newest_run: null });
});

test('of an area without a forecast the first is said to come, and a finding says why it does not', async () => {
  const { state, areaOf } = await openStatus();
  expect((await areaOf('SPP')).message).toBe('No forecast yet. The first comes once load has been read.');
  Object.assign(state, { now: NOW + HOUR_MS, findings: [finding('forecast', 'spp')] });
  expect((await areaOf('SPP')).message).toBe('This area’s forecasts have a problem. About forecast.');
});

test('a gate that no forecast was made for is missed, and one day later the next counts', async () => {
  const { state, areaOf } = await openStatus();
  state.now = NOW + 20 * HOUR_MS; // the gate of 3 July has passed, and nothing was issued since the gate of 2 July
  expect((await areaOf('PJM')).gates_90_days).toMatchObject({ gates: 75, met: 74, missed: ['2026-07-03T13:00:00Z'] });
});

test.each<[MonitorName[], string]>([
  [[], 'ok'],
  [['data_lag'], 'source_late'],
  [['frozen_feed'], 'frozen'],
  [['frozen_feed', 'data_lag'], 'frozen'],
  [['clock_lag', 'frozen_feed'], 'clock_suspect'],
  [['coverage', 'clock_lag'], 'degraded'],
  [['missed_gate'], 'degraded'],
])('findings %j make the state %s, of that area only', async (monitors, expected) => {
  const { state, areaOf } = await openStatus();
  state.findings = monitors.map((monitor) => finding(monitor, 'pjm'));
  const pjm = await areaOf('PJM');
  expect([pjm.state, pjm.findings.length]).toEqual([expected, monitors.length]);
  if (monitors[0]) expect(pjm.message).toContain(`About ${monitors[0]}`);
  expect((await areaOf('CAISO')).state).toBe('ok');
});

test('what is wrong with the service is said in fixed words: no path or address of the operator', async () => {
  const { state, ask } = await openStatus();
  state.findings = [{ monitor: 'store', message: 'ECONNREFUSED 10.0.0.7:5432' }];
  const { text } = await ask('/v1/status');
  expect(JSON.parse(text).data).toMatchObject({ state: 'degraded', service: [{ monitor: 'store' }] });
  expect(text).not.toContain('10.0.0.7');
});

test('the tag stays while nothing changes, and changes with a state; stores are read again after ten seconds', async () => {
  const { state, ask, areaOf } = await openStatus();
  const first = await ask('/v1/status');
  state.findings = [finding('data_lag', 'pjm')];
  state.now = NOW + 9_000;
  expect((await ask('/v1/status')).headers['etag']).toBe(first.headers['etag']);
  state.now = NOW + 10_000;
  expect((await ask('/v1/status')).headers['etag']).not.toBe(first.headers['etag']);
  expect((await areaOf('PJM')).state).toBe('source_late');
  expect(first.headers['cache-control']).toBe('public, max-age=10');
});

test('the feed has an entry for each state and each missed gate, whose id stays until the state changes', async () => {
  const { state, ask } = await openStatus();
  const entries = async () => {
    const { text, headers } = await ask('/v1/status?format=atom');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    return [...text.matchAll(/<entry><id>([^<]+)<\/id><title>([^<]+)<\/title>/g)].map(([, id = '', title = '']) => ({
      id,
      title,
    }));
  };
  const before = await entries();
  expect(before).toHaveLength(11);
  expect(before.map(({ title }) => title)).toContain('PJM: ok');
  state.now = NOW + 20 * HOUR_MS;
  state.findings = [finding('data_lag', 'pjm')];
  const after = await entries();
  const ids = (all: readonly { readonly id: string }[]) => new Set(all.map(({ id }) => id));
  expect(after.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['PJM: source_late', 'PJM: no forecast was made for a gate', 'CAISO: ok']),
  );
  expect(after.filter(({ id }) => !ids(before).has(id)).map(({ title }) => title.split(':')[0])).toEqual([
    'PJM',
    'PJM',
  ]);
});

test('as_of and an unknown format are refused', async () => {
  const { ask } = await openStatus();
  expect((await ask('/v1/status?as_of=2026-07-01T00:00:00Z')).status).toBe(400);
  expect((await ask('/v1/status?format=rss')).text).toContain('format: expected one of json, atom');
});
