import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { expect, onTestFinished, test } from 'vitest';
import { FEEDS } from '../operator-feeds/feeds.data.js';
import { startScriptedServer } from '../testing/scripted-server.js';
import { checkFeed } from './feeds.js';

const NOW = Date.parse('2026-07-15T12:20Z');
const mtlf = FEEDS.find(({ id }) => id === 'spp.mtlf')!;
const wsclient = FEEDS.find(({ id }) => id === 'isone.wsclient')!;

const utc = (at: number) => {
  const text = new Date(at).toISOString();
  return `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)} ${text.slice(11, 19)}`;
};

/** A file of SPP's of some hours of load until an instant, and of forecasts until another. */
function file({ loadUntil = NOW - HOUR_MS, forecastHours = 60 } = {}): string {
  const end = Math.floor(loadUntil / HOUR_MS) * HOUR_MS;
  const rows = Array.from({ length: 24 + forecastHours }, (_, i) => {
    const at = end + (i - 23) * HOUR_MS;
    return `${utc(at - 5 * HOUR_MS)},${utc(at)},${30_000 + 10 * i},${i < 24 ? 30_000 + 11 * i : ''},SPP`;
  });
  return ['Interval,GMTIntervalEnd,MTLF,Averaged Actual,BAA', ...rows, ''].join('\n');
}

async function differing(body: string, status = 200) {
  const server = await startScriptedServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/csv' });
    response.end(body);
  });
  onTestFinished(() => server.close());
  const report = await checkFeed({ feed: mtlf, baseUrl: server.baseUrl, now: NOW });
  return { names: report.checks.filter(({ ok }) => !ok).map(({ name }) => name), report };
}

test.each([
  { name: 'a file as documented', body: file(), names: [] },
  { name: 'no file', body: '', status: 404, names: ['file'] },
  { name: 'a server that is down', body: '', status: 503, names: ['file'] },
  { name: 'a web page', body: '<html>moved</html>', names: ['layout'] },
  { name: 'load that ended five hours ago', body: file({ loadUntil: NOW - 5 * HOUR_MS }), names: ['lateness'] },
  { name: 'a forecast of ten hours', body: file({ forecastHours: 10 }), names: ['reach'] },
])('$name differs in what it says', async ({ body, status, names }) => {
  const { names: found, report } = await differing(body, status);
  expect(found).toEqual(names);
  expect(report.exchanges.at(-1)).toMatchObject({ upstream: 'spp.mtlf', status: status ?? 200 });
});

test('ISO-NE is sent its form, with the day on its own clock', async () => {
  let sent = '';
  const server = await startScriptedServer((request, response) => {
    request.on('data', (part) => {
      sent += `${request.method} ${request.url} ${part}`;
    });
    request.on('end', () => {
      const value = (i: number) => ({
        BeginDate: new Date(NOW - 20 * MINUTE_MS - HOUR_MS + 5 * i * MINUTE_MS).toISOString(),
        Mw: 15_000 + i,
      });
      response.end(
        JSON.stringify([{ data: { actual: Array.from({ length: 12 }, (_, i) => value(i)), forecast: [] } }]),
      );
    });
  });
  onTestFinished(() => server.close());
  const { checks } = await checkFeed({ feed: wsclient, baseUrl: server.baseUrl, now: NOW });
  expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['reach']);
  expect(sent).toContain('POST /ws/wsclient _nstmp_requestType=systemload&_nstmp_startDate=07%2F15%2F2026');
});
