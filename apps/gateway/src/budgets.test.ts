import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { describeBudgets, describeLimits } from '@loadcast/core/testing';
import type { KeyRoute, Prepared, Surface } from '@loadcast/formats';
import { type Caller, createScopes } from '@loadcast/formats/node';
import { createMcp } from '@loadcast/mcp';
import { GatewayWorkload } from './http/workload/workload.js';
import { WORKLOAD_LIMITS, type WorkloadLimits } from './http/workload/workload-limits.js';

const PLAN = findPlan('b', 'enterprise')!;
const request = {
  method: 'GET',
  path: '/oasis',
  headers: new Map<string, string>(),
  authorization: undefined,
  cookie: undefined,
  remoteAddress: '192.0.2.1',
  receivedAt: 0,
  requestId: 'one',
  baseUrl: 'http://api.example',
};

/** Large answers, taken by nobody; `price` decides whether one is light. */
function heavyFlood(accountOf: (index: number) => string, limits: Partial<WorkloadLimits>, isMade: boolean) {
  const observer = { refused: () => undefined, shared: () => undefined, stopped: () => undefined };
  const workload = new GatewayWorkload({ ...WORKLOAD_LIMITS, ...limits }, { ms: 0 }, observer);
  const prepared = { regions: [], reply: () => ({ status: 200, headers: {}, body: Buffer.alloc(40) }) };
  const scopes = createScopes(600_000);
  async function ask(accountId: string, query: string, price: number): Promise<unknown> {
    const scope = scopes.open();
    const caller: Caller = { request: { ...request, query, scope }, principal: { accountId, keyId: 'k', plan: PLAN } };
    const never = new Promise<never>(() => undefined);
    const isLight = price <= WORKLOAD_LIMITS.lightPrice;
    const turn = workload.take({ price, prepare: () => (isMade || isLight ? prepared : never) }, caller);
    const taken = turn.then(
      async (given) => {
        await given.prepared.reply();
        given.end();
      },
      (refusal: unknown) => refusal,
    );
    const settled = new Promise<void>((resolve) => setTimeout(resolve, 1));
    return Promise.race([taken, settled]);
  }
  return {
    put: (index: number, text: string) => ask(accountOf(index), `query=${text}`, 1_000_000),
    honest: async () => (await ask('honest', 'light', 1)) === undefined,
  };
}

describeBudgets('gateway', {
  heavy_waiting: { open: () => heavyFlood((index) => `${index}`, {}, false) },
  heavy_waiting_of_account: { open: () => heavyFlood(() => 'account', {}, false) },
  heavy_bytes: { bound: 400, open: (heldBytes) => heavyFlood((index) => `${index}`, { heldBytes }, true) },
});

/** Fails the test: an answer is not made. */
const unused = (): never => {
  throw new Error('not to be called');
};

/** Posts a body to MCP. */
async function postMcp(readBody: (mostBytes: number) => Promise<Uint8Array>): Promise<void> {
  const surface: Surface = { id: 'a', endpoints: [], route: () => undefined, dialect: () => 'json' };
  const mcp = createMcp([{ prefix: '/v1', surface }], unused, { version: '', report: unused })!;
  const headers = new Map([['content-type', 'application/json']]);
  const asked = { ...request, headers, fullPath: '/mcp', path: '', query: '', areas: CONTRACT_AREAS };
  const route = mcp.surface.route(asked) as KeyRoute;
  const { prepare } = route.read({} as never, { request: asked, trace: {}, readBody } as never);
  await ((await prepare()) as Prepared).reply();
}

describeLimits('gateway', {
  /** A body that is not too large is not read on, and the call ends. */
  mcp_body_bytes: (size) =>
    postMcp(async (mostBytes) => {
      throw size > mostBytes ? { code: 'payload_too_large' } : undefined;
    }),
  json_depth: (size) => postMcp(async () => Buffer.from('['.repeat(size) + ']'.repeat(size))),
});
