import { HOUR_MS } from '@loadcast/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEvents } from '../events/event-reader.js';
import { type ServedWorld, serveWorld } from '../served-world.js';

/** Words that only the owner's answers may have. */
interface Owned {
  readonly id: string;
  readonly words: readonly string[];
}

let world: ServedWorld;
let ann: string;
let bob: string;
let own: Owned;
beforeAll(async () => {
  world = await serveWorld({ DEMO_REGIONS: 'all' }, { days: 4, demo: true });
  ann = await world.keyOf({ a: 'enterprise' });
  bob = await world.keyOf({ a: 'enterprise' });
  own = await forecasterWithRun('quiet otter');
}, 120_000);
afterAll(async () => {
  await world.stop();
  world.remove();
});

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(path: string, key: string | undefined, { method = 'GET', body, headers = {} }: Sent = {}) {
  const sent = { ...(key && { authorization: `Bearer ${key}` }), ...headers };
  const response = await fetch(world.url + path, { method, headers: sent, ...(body !== undefined && { body }) });
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    text: text.replace(REQUEST_ID, '"request_id":""'),
  };
}

const REQUEST_ID = /"request_id":"[-0-9a-f]{36}"/;
const JSON_BODY = { 'content-type': 'application/json' };
/** No made-up load has this value. */
const MW = 12_345.67;

/** A private forecaster, Ann's by default, with a run for the coming day. */
async function forecasterWithRun(name: string, key = ann): Promise<Owned> {
  const wishes = JSON.stringify({ name, regions: 'PJM' });
  const made = await ask('/account/forecasters', key, { method: 'POST', body: wishes, headers: JSON_BODY });
  const { id } = JSON.parse(made.text).data;
  const first = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const rows = Array.from({ length: 24 }, (_, hour) => `${new Date(first + hour * HOUR_MS).toISOString()},${MW}`);
  const body = ['timestamp,value_mw', ...rows].join('\n');
  const handed = await ask(`/account/forecasters/${id}/runs`, key, { method: 'POST', body });
  const { sha256, link } = JSON.parse(handed.text).data;
  return { id, words: [id, name, sha256, link, String(MW)] };
}

const publish = (id: string, isPublic: boolean) =>
  ask(`/account/forecasters/${id}`, ann, {
    ...{ method: 'POST', headers: JSON_BODY },
    body: JSON.stringify({ public: isPublic }),
  });

const READS = ['scores', 'compare', 'runs'].flatMap((name) =>
  ['json', 'csv', 'ndjson', 'columns', 'xlsx', 'arrow'].map(
    (format) => `/v1/demand/${name}?region=PJM&format=${format}`,
  ),
);

describe('a private forecaster is to another account what an unknown one is:', () => {
  const UNKNOWN = 'fct_AAAAAAAAAAAAAAAA';
  test.each(READS)('GET %s', async (read) => {
    // Otherwise naive forecasts are of the instant of the request, and so is the tag.
    const path = `${read}&as_of=${new Date().toISOString()}`;
    const kept = [];
    for (let times = 0; times < 2; times++) kept.push(await ask(`${path}&forecaster=${own.id}`, ann));
    expect(kept.map(({ status }) => status)).toEqual([200, 200]);
    const unknown = await ask(`${path}&forecaster=${UNKNOWN}`, bob);
    expect(unknown.status).toBe(400);
    const tag = { 'if-none-match': kept[1]!.etag };
    for (const headers of [{}, tag, { 'if-none-match': '*' }])
      expect(await ask(`${path}&forecaster=${own.id}`, bob, { headers })).toEqual(unknown);
    expect((await ask(`${path}&forecaster=${own.id}`, ann, { headers: tag })).status).toBe(304);
    const head = await ask(`${path}&forecaster=${own.id}`, bob, { method: 'HEAD' });
    expect([head.status, head.etag]).toEqual([400, '']);
    const guest = `/demo${path}&forecaster=`;
    expect(await ask(guest + own.id, undefined)).toEqual(await ask(guest + UNKNOWN, undefined));
  });

  test.each([
    ['GET', '/runs', undefined],
    ['POST', '/runs', 'timestamp,value_mw\n'],
    ['POST', '/withdrawals', '{"position":1}'],
    ['POST', '', '{"public":true}'],
    ['DELETE', '', undefined],
  ])('%s /account/forecasters/{id}%s', async (method, end, body) => {
    const sent = { method, ...(body !== undefined && { body, headers: JSON_BODY }) };
    const unknown = await ask(`/account/forecasters/${UNKNOWN}${end}`, bob, sent);
    expect(unknown.status).toBe(404);
    expect(await ask(`/account/forecasters/${own.id}${end}`, bob, sent)).toEqual(unknown);
  });

  test.each([
    ['get_scores', { region: 'PJM' }],
    ['compare', { region: 'PJM' }],
  ])('tool %s of /mcp', async (name, given) => {
    const call = async (forecaster: string, key: string) => {
      const params = { name, arguments: { ...given, forecaster } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const headers = { ...JSON_BODY, accept: 'application/json, text/event-stream' };
      return ask('/mcp', key, { method: 'POST', body, headers });
    };
    expect((await call(own.id, ann)).text).not.toContain('invalid_parameter');
    const unknown = await call(UNKNOWN, bob);
    expect(unknown.text).toContain('forecaster: expected the id of a public forecaster');
    expect(await call(own.id, bob)).toEqual(unknown);
  });
});

test('a stream of its owner names what it handed in, and the first event of another account is its own', async () => {
  const url = `${world.url}/v1/events?types=forecaster.run.received`;
  const [ofAnn, ofBob] = await Promise.all([ann, bob].map((key) => readEvents(url, { key })));
  const hers = await forecasterWithRun('late otter');
  await ofAnn!.nextOf(({ data }) => data['forecaster'] === hers.id);
  const his = await forecasterWithRun('early bird', bob);
  expect((await ofBob!.next()).data['forecaster']).toBe(his.id);
  for (const reader of [ofAnn!, ofBob!]) reader.leave();
}, 120_000);

test('no documented read shows another account a word of it, once everything was read by its owner', async () => {
  const { paths } = JSON.parse((await ask('/openapi.json', undefined)).text) as {
    paths: Record<string, { get?: { 'x-examples'?: string[]; operationId: string } }>;
  };
  const reads = Object.entries(paths).flatMap(([path, { get }]) => {
    const examples = get?.['x-examples'] ?? (get && !path.includes('{') ? [path] : []);
    return get?.operationId === 'streamEvents' ? [] : examples;
  });
  expect(reads.length).toBeGreaterThan(60);
  const leaks: string[] = [];
  for (const path of reads) {
    await ask(path, ann);
    const { text } = await ask(path, bob);
    leaks.push(...own.words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`));
  }
  expect(leaks).toEqual([]);
}, 120_000);

test.each(['scores', 'compare', 'runs'])('%s as of an instant is as it was, whoever sees it today', async (name) => {
  const { id } = await forecasterWithRun(`shown by ${name}`);
  const of = (at?: number) =>
    ask(
      `/v1/demand/${name}?region=PJM&format=csv&forecaster=${id}${at === undefined ? '' : `&as_of=${new Date(at).toISOString()}`}`,
      bob,
    );
  const before = Date.now();
  await tick();
  await publish(id, true);
  await tick();
  const shown = Date.now();
  const seen = await of(shown);
  expect([(await of(before)).status, seen.status, (await of()).status]).toEqual([400, 200, 200]);
  await tick();
  await publish(id, false);
  expect((await of()).status).toBe(400);
  expect(await of(shown)).toEqual(seen);
  expect((await of(before)).status).toBe(400);
});

/** The clock has moved on by a millisecond or more. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
