import { afterEach, expect, test } from 'vitest';
import { upstreamFaults } from '../testing/faults.js';
import { type ScriptedServer, startScriptedServer } from '../testing/scripted-server.js';
import { addressesOf, fileNameOf } from './address.js';
import { createAskFeed } from './ask-feed.js';
import { FEEDS } from './feeds.data.js';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const SIGNAL = new AbortController().signal;
const addressOf = () => new URL('/files/a.csv', server!.baseUrl);

test('an unchanged file is not sent again, and a key is sent in its header', async () => {
  server = await startScriptedServer((request, response) => {
    const isKnown = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'then';
    if (request.headers['ocp-apim-subscription-key'] !== 'secret') response.writeHead(401).end();
    else if (isKnown) response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"', 'last-modified': 'then' }).end('a,b\n');
  });
  const ask = createAskFeed({ name: 'x', key: 'secret' });
  const first = await ask(addressOf(), {}, SIGNAL);
  expect(first).toMatchObject({ kind: 'file', validators: { etag: '"1"', lastModified: 'then' } });
  expect(await ask(addressOf(), first.kind === 'file' ? first.validators : {}, SIGNAL)).toEqual({ kind: 'unchanged' });
});

test('a file that is not there is absent', async () => {
  server = await startScriptedServer((_request, response) => response.writeHead(404).end());
  expect(await createAskFeed({ name: 'x' })(addressOf(), {}, SIGNAL)).toEqual({ kind: 'absent' });
});

test.each([
  { name: 'an error status', handler: upstreamFaults.status(503), options: {}, fault: 'status' },
  { name: 'silence', handler: upstreamFaults.silent(), options: { deadlineMs: 150 }, fault: 'timeout' },
  { name: 'a connection that breaks off', handler: upstreamFaults.hangUp(), options: {}, fault: 'network' },
  { name: 'zeros without end', handler: upstreamFaults.flood(), options: { maxBytes: 100_000 }, fault: 'too_large' },
  { name: 'a redirect', handler: upstreamFaults.redirect('http://127.0.0.1:1/'), options: {}, fault: 'status' },
])('$name is a failure: $fault', async ({ handler, options, fault }) => {
  server = await startScriptedServer(handler);
  await expect(createAskFeed({ name: 'x', ...options })(addressOf(), {}, SIGNAL)).rejects.toMatchObject({ fault });
});

test.each([
  { feed: 'nyiso.isolf', at: '2026-07-15T12:00Z', files: ['20260716isolf.csv', '20260715isolf.csv'] },
  { feed: 'nyiso.isolf', at: '2026-12-31T12:00Z', files: ['20270101isolf.csv', '20261231isolf.csv'] },
  { feed: 'nyiso.isolf', at: '2028-02-29T03:00Z', files: ['20280229isolf.csv', '20280228isolf.csv'] },
  { feed: 'spp.mtlf', at: '2026-07-15T05:10Z', files: ['OP-MTLF-202607150000.csv', 'OP-MTLF-202607142300.csv'] },
  { feed: 'miso.df-al', at: '2026-07-15T04:30Z', files: ['20260714_df_al.xls', '20260713_df_al.xls'] },
  { feed: 'caiso.seven-day', at: '2026-07-15T04:30Z', files: ['rtm_forecast_7day.csv'] },
])('$feed at $at is in $files', ({ feed, at, files }) => {
  const row = FEEDS.find(({ id }) => id === feed)!;
  expect(addressesOf(row, Date.parse(at)).map(fileNameOf)).toEqual(files);
});

test('the addresses of SPP name the folder of their own day', () => {
  const [newest, before] = addressesOf(FEEDS.find(({ id }) => id === 'spp.mtlf')!, Date.parse('2026-07-15T05:10Z'));
  expect(newest!.searchParams.get('path')).toBe('/2026/07/15/OP-MTLF-202607150000.csv');
  expect(before!.searchParams.get('path')).toBe('/2026/07/14/OP-MTLF-202607142300.csv');
});
