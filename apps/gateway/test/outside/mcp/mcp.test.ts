import { HOUR_MS, VINTAGE_HOURS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../../served-world.js';
import { call, connectTo, wholeMw } from './tool-calls.js';

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'team' });
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
});

const connect = (of = key, mode: 'legacy' | 'auto' = 'legacy') => connectTo(world.url, of, mode);

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

test('the five tools are listed as reading only, with the parameters of their endpoints', async () => {
  const { tools } = await (await connect()).listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_regions',
    'get_forecast',
    'compare',
    'get_scores',
    'explain_peak',
  ]);
  for (const { annotations, inputSchema } of tools) {
    expect(annotations?.readOnlyHint).toBe(true);
    expect(Object.keys(inputSchema.properties ?? {})).toContain('as_of');
    expect(JSON.stringify(inputSchema)).not.toContain('"x-');
  }
  expect(tools[1]!.inputSchema).toMatchObject({
    required: ['region'],
    properties: {
      horizon: { enum: ['1d', '2d', '7d', '15d'] },
      start: { description: expect.stringMatching(/range/) },
    },
  });
});

test.each([
  { tool: 'list_regions', args: {} },
  { tool: 'get_forecast', args: { region: 'pjm' } },
  { tool: 'get_forecast', args: { region: 'pjm', horizon: '15d' } },
  // field case 26
  { tool: 'get_forecast', args: { region: 'PJM', horizon: null, start: null, gate: '', tz: '', include: null } },
  { tool: 'get_forecast', args: { region: ['PJM'], include: ['actual', 'operator'] } },
  { tool: 'list_regions', args: { as_of: null } },
  { tool: 'compare', args: { region: 'PJM' } },
  { tool: 'get_scores', args: { region: 'PJM', window: 2 } },
  { tool: 'get_scores', args: { region: 'PJM', by: 'hour', window: 3 } },
  { tool: 'explain_peak', args: { region: 'PJM' } },
  { tool: 'explain_peak', args: { region: 'PJM', date: dayOf(1) } },
])('$tool with $args answers in MW, with the time of issue, in less than 4 KB', async ({ tool, args }) => {
  const client = await connect();
  const { tools } = await client.listTools();
  const { isError, text, facts } = await call(client, tool, args);
  expect(isError, text).toBe(false);
  expect(facts).toEqual(JSON.parse(text));
  const described = tools.find(({ name }) => name === tool)?.outputSchema?.properties;
  expect(Object.keys(facts).filter((name) => !Object.hasOwn(described ?? {}, name))).toEqual([]);
  expect(Buffer.byteLength(text)).toBeLessThan(4_096);
  expect(text).toContain('"unit":"MW"');
  expect(text).toMatch(/"issued_at"/);
});

test('a forecast has the numbers of the endpoint in whole MW, and says which rows are left out', async () => {
  const client = await connect();
  const { facts } = await call(client, 'get_forecast', { region: 'PJM', horizon: '7d' });
  const headers = { authorization: `Bearer ${key}` };
  const asked = `${world.url}/v1/demand/forecast?region=PJM&horizon=7d&format=columns`;
  const { data } = (await (await fetch(asked, { headers })).json()) as { data: Record<string, (string | number)[]> };
  const rows = facts['rows'] as (string | number)[][];
  const columns = facts['columns'] as string[];
  expect(columns).toEqual(['time_utc', 'time_local', 'value_mw', 'p10', 'p90']);
  expect(rows.length + Number(facts['rows_left_out'])).toBe(168);
  expect(facts['next_start']).toBe(data['time_utc']![rows.length]);
  expect(rows.map((row) => row[2])).toEqual(data['value_mw']!.slice(0, rows.length).map(wholeMw));
  const highest = Math.round(Math.max(...data['value_mw']!.map(Number)));
  expect(facts['highest']).toMatchObject({ value_mw: highest });
});

test.each([
  { tool: 'get_forecast', args: {}, says: 'missing_parameter: region is required' },
  { tool: 'get_forecast', args: { region: 'XX' }, says: 'region' },
  { tool: 'get_forecast', args: { region: 'PJM', horizn: '7d' }, says: 'did you mean horizon?' },
  { tool: 'get_forecast', args: { region: { code: 'PJM' } }, says: 'region: expected text' },
  { tool: 'get_forecast', args: { region: null }, says: 'missing_parameter: region is required' },
  { tool: 'get_forecast', args: { region: '', horizon: null }, says: 'missing_parameter: region is required' },
  { tool: 'get_forecast', args: { region: 'PJM', horizon: 'null' }, says: 'horizon' },
  { tool: 'compare', args: { region: 'PJM', gate: 'noon' }, says: 'gate' },
  { tool: 'get_scores', args: { region: 'PJM', by: 'moon' }, says: 'by' },
  { tool: 'explain_peak', args: { region: 'PJM', date: '2026-02-30' }, says: 'date: expected a market day' },
  { tool: 'list_regions', args: { as_of: '2199-01-01T00:00:00Z' }, says: 'as_of' },
])('$tool with $args is an error that names the argument', async ({ tool, args, says }) => {
  const { isError, text } = await call(await connect(), tool, args);
  expect(isError).toBe(true);
  expect(text).toContain(says);
});

// What curl, Postman, health checks and clients of other languages send.
test.each([
  // field case 20
  { accept: '*/*', path: '/mcp', status: 200 },
  { accept: 'application/*', path: '/mcp', status: 200 },
  { accept: 'application/json', path: '/mcp', status: 200 },
  { accept: 'application/json, text/event-stream', path: '/mcp/', status: 200 },
  { accept: 'text/html', path: '/mcp', status: 406 },
])('$path with Accept: $accept is answered $status', async ({ accept, path, status }) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept };
  const params = { name: 'list_regions', arguments: null };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const response = await fetch(world.url + path, { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  const text = await response.text();
  if (status !== 200) return;
  const message = accept.includes('stream') ? /^data: (.*)$/m.exec(text)![1]! : text;
  expect(JSON.parse(message)).toMatchObject({ result: { content: [{ type: 'text' }] } });
});

test('a tool that there is not is an error of the protocol', async () => {
  await expect((await connect()).callTool({ name: 'get_prices', arguments: {} })).rejects.toThrow('get_forecast');
});

test('a peak whose run was kept without drivers has none', async () => {
  const client = await connect();
  const explained = async () => (await call(client, 'explain_peak', { region: 'SPP' })).facts;
  expect(await explained()).toHaveProperty('drivers.climatology_mw');
  const issuedAt = Date.now();
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const [valueMw, p10Mw, p90Mw] = [90_000, 89_000, 91_000].map((mw) => new Float64Array(VINTAGE_HOURS).fill(mw));
  const run = {
    areaId: 'spp',
    issuedAt,
    availableAt: issuedAt,
    start,
    valueMw: valueMw!,
    p10Mw: p10Mw!,
    p90Mw: p90Mw!,
  };
  await world.gateway.runtime.vintages.append(buildVintage({ ...run, areaId: 'spp' }));
  const peakMw = async () => (await explained())['peak'];
  await expect.poll(peakMw, { timeout: 20_000 }).toMatchObject({ peak_mw: 90_000 });
  expect(await explained()).not.toHaveProperty('drivers');
});

test.each(['legacy', 'auto'] as const)(
  'clients of the %s revision of the protocol list and call tools',
  async (mode) => {
    const client = await connect(key, mode);
    expect((await client.listTools()).tools).toHaveLength(5);
    expect((await call(client, 'get_forecast', { region: 'PJM' })).facts).toMatchObject({ region: 'PJM', unit: 'MW' });
    await expect(connect('lc_live_none', mode)).rejects.toThrow();
  },
);

test('as_of answers with what was available then, of the run and of the load', async () => {
  const client = await connect();
  const asOf = new Date(Date.now() - 36 * 3_600_000).toISOString();
  const { facts } = await call(client, 'get_forecast', { region: 'PJM', as_of: asOf });
  expect(Date.parse(String(facts['issued_at']))).toBeLessThanOrEqual(Date.parse(asOf));
  const side = await call(client, 'compare', { region: 'PJM', as_of: asOf });
  const columns = side.facts['columns'] as string[];
  const measured = (side.facts['rows'] as unknown[][]).filter((row) => row[columns.indexOf('actual_mw')] !== null);
  const newest = String(measured.at(-1)![0]);
  expect(Date.parse(newest)).toBeLessThan(Date.parse(asOf));
});

test('a key that is limited to regions gets a list of these', async () => {
  const client = await connect(await world.keyOf({ a: 'team' }, { regions: ['pjm', 'miso'] }));
  const { isError, text, facts } = await call(client, 'list_regions', {});
  expect(isError, text).toBe(false);
  expect((facts['rows'] as string[][]).map(([region]) => region).toSorted()).toEqual(['MISO', 'PJM']);
});

test('the Free plan gets no bounds, and is refused a horizon that it does not have', async () => {
  const client = await connect(await world.keyOf({ a: 'free' }));
  for (const [tool, args] of [
    ['get_forecast', { region: 'PJM' }],
    ['compare', { region: 'PJM' }],
    ['list_regions', {}],
    ['explain_peak', { region: 'PJM' }],
  ] as const) {
    const { text, isError } = await call(client, tool, args);
    expect(isError, text).toBe(false);
    expect(text).not.toMatch(/p10|p90/);
  }
  expect(await call(client, 'get_forecast', { region: 'PJM', horizon: '15d' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('plan_limit'),
  });
});

test('each call counts as the requests that it makes, and the end of the quota says when to come again', async () => {
  const small = await world.keyOf({ a: 'free' });
  const client = await connect(small);
  const left = async (): Promise<number> => {
    const answer = await fetch(`${world.url}/v1/me`, { headers: { authorization: `Bearer ${small}` } });
    return Number(/"hourly";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')![1]);
  };
  const before = await left();
  await client.listTools();
  expect(await left()).toBe(before);
  await call(client, 'get_forecast', { region: 'PJM' });
  expect(await left()).toBe(before - 1);
  await call(client, 'explain_peak', { region: 'PJM' });
  expect(await left()).toBe(before - 3);
  await call(client, 'get_forecast', { region: 'XX' });
  expect(await left()).toBe(before - 4);
  let last = await call(client, 'compare', { region: 'PJM' });
  for (let asked = 0; !last.isError && asked < before; asked += 1) {
    last = await call(client, 'compare', { region: 'PJM' });
  }
  expect(last.text).toMatch(/^rate_limited: .*Try again in \d+ seconds\.$/);
});

const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
  fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });

test.each([
  { name: 'no key', headers: () => ({}), status: 401 },
  { name: 'a key that is none', headers: () => ({ authorization: 'Bearer lc_live_none' }), status: 401 },
  { name: 'a key', headers: () => ({ authorization: `Bearer ${key}` }), status: 200 },
  {
    name: 'a body that is too large',
    headers: () => ({ authorization: `Bearer ${key}` }),
    body: ' '.repeat(70_000),
    status: 413,
  },
  {
    name: 'a body that is no JSON',
    headers: () => ({ authorization: `Bearer ${key}` }),
    body: '{',
    status: 400,
  },
])('$name is answered with $status', async ({ headers, body, status }) => {
  const answer = await post(headers(), body);
  expect(answer.status).toBe(status);
  if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('GET is refused, and a preflight from another origin allows the headers of the protocol', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const refused = await fetch(`${world.url}/mcp`, { headers });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  const asked = { 'access-control-request-headers': 'authorization,mcp-protocol-version' };
  const preflight = await fetch(`${world.url}/mcp`, { method: 'OPTIONS', headers: asked });
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
});

test('a call is logged and counted as other requests: its tool, its account, never its key', async () => {
  await call(await connect(), 'get_scores', { region: 'PJM' });
  const line = world.log.findLast((text) => text.includes('"route":"/mcp#get_scores"'));
  expect(JSON.parse(line!)).toMatchObject({ surface: '/mcp', status: 200, keyId: expect.stringMatching(/^key_/) });
  expect(world.log.join('')).not.toContain(key);
  const metrics = await (await fetch(`${world.gateway.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/loadcast_request_seconds_count\{surface="\/mcp",route="\/mcp#get_scores",status="2xx"\} \d/);
});
