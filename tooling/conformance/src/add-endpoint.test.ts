import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientTypes } from './openapi/client-types.js';
import { type DescribedGateway, startDescribedGateway } from './testing/described-gateway.js';

// One more endpoint of surface A, and one under `/account`: a value and a line in the list each. Nothing else is replaced.
vi.mock('../../../packages/surface-a/src/endpoints.js', async (importOriginal) => {
  const { DEMAND, ...others } = await importOriginal<typeof import('../../../packages/surface-a/src/endpoints.js')>();
  const { NO_GRID_DATA } = await import('@loadcast/core/quota');
  const { endpoint, json, oneOf } = await import('@loadcast/formats');
  const z = await import('zod');
  const ramps = endpoint({
    path: '/demand/ramps',
    name: 'getRamps',
    title: 'The steepest hour of a day',
    access: 'key',
    query: z.object({ season: oneOf(['summer', 'winter']) }),
    answers: [{ type: 'application/json', schema: z.strictObject({ steepest: z.string() }) }],
    examples: ['season=summer'],
    shows: () => NO_GRID_DATA,
    prepare: (_deps: object, { season }) => ({ regions: [], reply: () => json(200, { steepest: season }) }),
  });
  return { ...others, DEMAND: [...DEMAND, ramps] };
});
vi.mock('../../../packages/accounts/src/account/account-endpoints.js', async (importOriginal) => {
  type List = typeof import('../../../packages/accounts/src/account/account-endpoints.js');
  const { ACCOUNT_ENDPOINTS } = await importOriginal<List>();
  const { accountEndpoint, anyone } = await import('../../../packages/accounts/src/account/account-endpoint.js');
  const { json } = await import('@loadcast/formats');
  const z = await import('zod');
  const invoices = accountEndpoint({
    method: 'POST',
    path: '/invoices',
    name: 'askInvoice',
    title: 'Ask for an invoice',
    access: anyone,
    status: 202,
    answer: z.strictObject({ status: z.literal('success') }),
    handle: async () => json(202, { status: 'success' }),
  });
  return { ACCOUNT_ENDPOINTS: [...ACCOUNT_ENDPOINTS, invoices] };
});

// A tool of the protocol that names the endpoint: a value and a line of its list too.
vi.mock('../../../packages/mcp/src/tools/tools.data.js', async (importOriginal) => {
  const { TOOLS } = await importOriginal<typeof import('../../../packages/mcp/src/tools/tools.data.js')>();
  const tool: (typeof TOOLS)[number] = {
    name: 'get_ramps',
    title: 'Ramps',
    description: 'The steepest hour of a day.',
    output: { unit: { type: 'string' } },
    takes: { endpoint: 'getRamps', names: ['season'] },
    answer: async (ask, parameters) => JSON.stringify(await ask('/v1/demand/ramps', parameters)),
  };
  return { TOOLS: [...TOOLS, tool] };
});

let gateway: DescribedGateway;
beforeAll(async () => {
  gateway = await startDescribedGateway();
});
afterAll(() => gateway.stop());

test.each([
  {
    at: { method: 'GET', path: '/v1/demand/ramps', operationId: 'getRamps' },
    page: '/docs/get-ramps.md',
    target: '/v1/demand/ramps?season=summer',
    status: 200,
    mistyped: '/v1/demand/ramp',
  },
  {
    at: { method: 'POST', path: '/account/invoices', operationId: 'askInvoice' },
    page: '/docs/ask-invoice.md',
    target: '/account/invoices',
    status: 202,
    mistyped: '/account/invoice',
  },
])('$at.path is served, described, documented and suggested', async ({ at, page, target, status, mistyped }) => {
  const { base, key } = gateway.target;
  const operation = gateway.api.operations.find(({ operationId }) => operationId === at.operationId);
  expect(operation).toMatchObject(at);

  const answer = await fetch(base + target, { method: at.method, headers: { authorization: `Bearer ${key}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  expect([answer.status, bytes.toString()]).toEqual([status, expect.any(String)]);
  gateway.api.requireDocumented(operation!, { status, headers, bytes, text: bytes.toString() });

  expect(await (await fetch(base + page)).text()).toContain(`${at.method} ${at.path}`);
  expect(await (await fetch(`${base}/llms.txt`)).text()).toContain(page.replace('.md', ''));
  expect(await (await fetch(base + mistyped)).text()).toContain(`did you mean ${at.path}?`);
});

test('the client has the type of the query and of the answer', () => {
  const types = clientTypes(gateway.api);
  expect(types).toContain("'/v1/demand/ramps'");
  expect(types).toMatch(/season: 'summer' \| 'winter'/);
});

test('a tool that names the endpoint has its parameters and gets its answer', async () => {
  const { base, key } = gateway.target;
  const ask = async (method: string, params: object) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const text = await (await fetch(`${base}/mcp`, { method: 'POST', headers, body })).text();
    return JSON.parse(text.slice(text.indexOf('{'))) as { result: unknown }; // JSON, or one event
  };
  const { result } = await ask('tools/list', {});
  const { tools } = result as { tools: readonly { name: string; inputSchema: object }[] };
  expect(tools.find(({ name }) => name === 'get_ramps')?.inputSchema).toMatchObject({
    properties: { season: { enum: ['summer', 'winter'] } },
    required: ['season'],
  });
  const called = await ask('tools/call', { name: 'get_ramps', arguments: { season: 'winter' } });
  expect(called.result).toMatchObject({ content: [{ type: 'text', text: '{"steepest":"winter"}' }] });
});
