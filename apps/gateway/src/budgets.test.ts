import { findPlan } from '@loadcast/core';
import { describeBudgets } from '@loadcast/core/testing';
import { type Caller, createScopes } from '@loadcast/formats/node';
import { createFirstPaint } from './console/first-paint.js';
import { addressWriter } from './http/access-log.js';
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
    put: (index: number) => ask(accountOf(index), `query=${index}`, 1_000_000),
    honest: async () => (await ask('honest', 'light', 1)) === undefined,
  };
}

const BUSY = { code: 'unavailable' };

describeBudgets('gateway', {
  first_paints: {
    open() {
      const paint = createFirstPaint([], undefined);
      return {
        put: async (index) =>
          void (await paint([`/v1/regions?${index}`], { ...request, query: '', fullPath: '/', headers: new Map() })),
        honest: async () =>
          (await paint([], { ...request, query: '', fullPath: '/', headers: new Map() })).length === 0,
      };
    },
  },
  logged_addresses: {
    open() {
      const written = addressWriter('hashed');
      return {
        put: (index) => void written(`2001:db8::${index.toString(16)}`),
        honest: () => written('192.0.2.1').length === 16,
      };
    },
  },
  heavy_waiting: { open: () => ({ ...heavyFlood((index) => `${index}`, {}, false), refusal: BUSY }) },
  heavy_waiting_of_account: { open: () => ({ ...heavyFlood(() => 'account', {}, false), refusal: BUSY }) },
  heavy_bytes: { bound: 400, open: (heldBytes) => heavyFlood((index) => `${index}`, { heldBytes }, true) },
});
