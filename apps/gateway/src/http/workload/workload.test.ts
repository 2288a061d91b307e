import { findPlan, ServiceError } from '@loadcast/core';
import type { Prepared, Priced, RequestScope } from '@loadcast/formats';
import { type Caller, createScopes, type Turn } from '@loadcast/formats/node';
import { expect, test, vi } from 'vitest';
import { GatewayWorkload } from './workload.js';
import type { WorkloadLimits } from './workload-limits.js';

type OpenScope = ReturnType<ReturnType<typeof createScopes>['open']>;

const LIMITS: WorkloadLimits = {
  lightPrice: 10,
  atOnce: 2,
  perAccount: 1,
  queuePerAccount: 3,
  queue: 6,
  heldBytes: 100,
  loopDelayMs: 200,
};

/** A workload whose answers are made on the test's signal, and the outcome of each. */
function world(limits: Partial<WorkloadLimits> = {}) {
  const loopDelay = { ms: 0 };
  const counts = { refused: [] as string[], shared: 0, stopped: 0 };
  const workload = new GatewayWorkload({ ...LIMITS, ...limits }, loopDelay, {
    refused: (reason) => void counts.refused.push(reason),
    shared: () => void counts.shared++,
    stopped: () => void counts.stopped++,
  });
  /** Names of answers in the order in which they were begun. */
  const begun: string[] = [];
  const scopes = new Map<string, RequestScope>();
  const finish = new Map<string, (outcome?: Error) => void>();
  let rendered = 0;

  function prepared(name: string): Prepared {
    return {
      regions: [],
      reply: () => {
        rendered++;
        return { status: 200, headers: {}, body: Buffer.alloc(40, name) };
      },
    };
  }
  const priced = (name: string, price: number): Priced => ({
    price,
    prepare(scope) {
      begun.push(name);
      scopes.set(name, scope);
      return new Promise((resolve, reject) => {
        finish.set(name, (outcome) => (outcome ? reject(outcome) : resolve(prepared(name))));
      });
    },
  });

  /** Asks for `name`, `a1` being of account `a`. */
  function ask(name: string, { price = 100, query = name, plan = 'enterprise' } = {}) {
    const scope = createScopes(60_000).open();
    const turn = workload.take(priced(name, price), callerOf(name.slice(0, 1), query, plan, scope));
    turn.catch(() => undefined);
    return { scope, turn };
  }
  return { workload, loopDelay, counts, begun, scopes, finish, ask, rendered: () => rendered };
}

function callerOf(accountId: string, query: string, plan: string, scope: OpenScope): Caller {
  const request = {
    method: 'GET',
    path: '/oasis',
    query,
    headers: new Map<string, string>(),
    authorization: undefined,
    cookie: undefined,
    remoteAddress: '192.0.2.1',
    receivedAt: 0,
    requestId: 'r',
    baseUrl: 'http://h',
    scope,
  };
  return { request, principal: { accountId, keyId: 'k', plan: findPlan('b', plan)! } };
}

/** Takes the answer and closes the connection. */
async function takeAnswer({ scope, turn }: { scope: OpenScope; turn: Promise<Turn> }): Promise<string> {
  const { prepared, end } = await turn;
  const { body } = await prepared.reply();
  end();
  scope.close();
  return String(body).slice(0, 2);
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a light answer is made at once while heavy ones wait', async () => {
  const { ask, begun } = world();
  for (const name of ['a1', 'a2', 'b1', 'c1']) ask(name);
  ask('d1', { price: 10 });
  expect(begun).toEqual(['a1', 'b1', 'd1']);
});

// docs/faults.md: fault 110
test('two are made at once, one an account, and the next begins when one is taken', async () => {
  const { ask, begun, finish, workload } = world();
  const first = ask('a1');
  for (const name of ['a2', 'a3', 'b1', 'c1']) ask(name);
  expect(begun).toEqual(['a1', 'b1']);
  finish.get('a1')!();
  await first.turn;
  expect([begun.length, workload.running, workload.waiting]).toEqual([2, 2, 3]);
  expect(await takeAnswer(first)).toBe('a1');
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
});

test('what an account has waiting is bounded; the refusal is unavailable and says when to retry', async () => {
  const { ask, counts, begun } = world();
  const asked = Array.from({ length: 6 }, (_, i) => ask(`a${i}`));
  const refusal: unknown = await asked[4]!.turn.catch((thrown) => thrown);
  expect(refusal).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
  expect(String(refusal)).toContain('Retry in 1 seconds');
  expect([counts.refused, begun]).toEqual([['account', 'account'], ['a0']]);
});

test('a full queue refuses the newest of the longest line, and an account that is that line itself', async () => {
  const { ask, counts } = world({ queuePerAccount: 5 });
  const busy = [ask('x1'), ask('y1')];
  const longest = Array.from({ length: 5 }, (_, i) => ask(`a${i}`));
  ask('b1');
  ask('c1');
  await expect(longest[4]!.turn).rejects.toMatchObject({ code: 'unavailable' });
  expect(counts.refused).toEqual(['queue']);
  await expect(ask('a9').turn).rejects.toMatchObject({ code: 'unavailable' });
  expect(busy).toHaveLength(2);
});

test('equal requests that wait are one: prepared as the newest asks, rendered once, given to all', async () => {
  const { ask, begun, finish, counts, rendered } = world();
  const busy = [ask('x1'), ask('y1')];
  const equal = ['a1', 'b1', 'c1'].map((name) => ask(name, { query: 'same' }));
  for (const name of ['x1', 'y1']) finish.get(name)!();
  await Promise.all(busy.map(takeAnswer));
  await settled();
  expect(begun).toEqual(['x1', 'y1', 'c1']);
  finish.get('c1')!();
  expect(await Promise.all(equal.map(takeAnswer))).toEqual(['cc', 'cc', 'cc'].map(() => 'c1'));
  expect([rendered(), counts.shared]).toEqual([3, 2]);
});

test.each([
  {
    name: 'one that is begun is not joined: its data are older',
    first: { query: 'q' },
    second: { query: 'q' },
    begunFirst: true,
  },
  {
    name: 'another plan is not joined',
    first: { query: 'q' },
    second: { query: 'q', plan: 'trial' },
    begunFirst: false,
  },
  { name: 'another query is not joined', first: { query: 'q' }, second: { query: 'p' }, begunFirst: false },
])('$name', async ({ first, second, begunFirst }) => {
  const { ask, counts, begun, workload } = world({ atOnce: 1 });
  if (!begunFirst) ask('x1');
  ask('a1', first);
  ask('b1', second);
  expect([counts.shared, begun.length, workload.waiting]).toEqual([0, 1, begunFirst ? 1 : 2]);
});

test('who leaves the queue is not worked for', async () => {
  const { ask, begun, finish, counts, workload } = world({ atOnce: 1 });
  const first = ask('a1');
  const leaver = ask('b1');
  const last = ask('c1');
  leaver.scope.close();
  expect([workload.waiting, counts.stopped]).toEqual([1, 1]);
  finish.get('a1')!();
  await takeAnswer(first);
  await settled();
  expect(begun).toEqual(['a1', 'c1']);
  finish.get('c1')!();
  expect(await takeAnswer(last)).toBe('c1');
});

test('work continues while one of its callers waits, and is over when the last has left', async () => {
  const { ask, finish, scopes, counts, workload, begun } = world({ atOnce: 1 });
  const busy = ask('x1');
  const [one, other] = [ask('a1', { query: 'same' }), ask('b1', { query: 'same' })];
  ask('c1');
  finish.get('x1')!();
  await takeAnswer(busy);
  await settled();
  const scope = scopes.get('b1')!;
  one.scope.close();
  expect([scope.over, counts.stopped]).toEqual([undefined, 0]);
  other.scope.close();
  expect(() => scope.check()).toThrow('the caller closed the connection');
  expect([scope.signal.aborted, counts.stopped]).toEqual([true, 1]);
  await settled();
  expect([begun.at(-1), workload.running]).toEqual(['b1', 1]); // its place is free when the work has really ended
  finish.get('b1')!(new Error('ended'));
  await settled();
  expect(begun.at(-1)).toBe('c1');
});

test('a failure reaches all callers, and the next begins', async () => {
  const { ask, begun, finish } = world({ atOnce: 1 });
  const busy = ask('x1');
  const equal = ['a1', 'b1'].map((name) => ask(name, { query: 'same' }));
  ask('c1');
  finish.get('x1')!();
  await takeAnswer(busy);
  await settled();
  finish.get('b1')!(new ServiceError('no_data', 'nothing there', { reason: 'not_covered' }));
  for (const { turn } of equal) await expect(turn).rejects.toMatchObject({ code: 'no_data' });
  await settled();
  expect(begun.at(-1)).toBe('c1');
});

// docs/faults.md: fault 103
test('while the event loop is late one of each account waits, more is refused, and light answers are made', async () => {
  const { ask, begun, loopDelay, workload, counts } = world();
  loopDelay.ms = 201;
  ask('a1');
  await expect(ask('a2').turn).rejects.toMatchObject({ code: 'unavailable' });
  ask('b1');
  ask('a3', { price: 1 });
  workload.proceed();
  expect([begun, workload.waiting, counts.refused]).toEqual([['a3'], 2, ['delay']]);
  loopDelay.ms = 0;
  workload.proceed();
  expect([begun, workload.waiting, counts.refused]).toEqual([['a3', 'a1', 'b1'], 0, ['delay']]);
});

test('what waits begins when the delay has fallen', async () => {
  const { ask, begun, finish, loopDelay, workload } = world({ atOnce: 1 });
  const first = ask('a1');
  ask('b1');
  loopDelay.ms = 500;
  finish.get('a1')!();
  await takeAnswer(first);
  await settled();
  expect(begun).toEqual(['a1']);
  loopDelay.ms = 0;
  workload.proceed();
  expect(begun).toEqual(['a1', 'b1']);
});

test('answers that slow readers have not taken hold their account back, then everyone', async () => {
  const { ask, begun, finish, workload } = world({ heldBytes: 100 });
  async function leaveUntaken(name: string) {
    const { scope, turn } = ask(name);
    await vi.waitFor(() => finish.get(name)!());
    const { prepared, end } = await turn;
    await prepared.reply();
    end();
    await settled();
    return scope;
  }
  const slow = await leaveUntaken('a1');
  ask('a2');
  expect([begun, workload.heldBytes]).toEqual([['a1'], 40]);
  await leaveUntaken('b1');
  await leaveUntaken('c1');
  ask('d1');
  expect([begun, workload.heldBytes, workload.waiting]).toEqual([['a1', 'b1', 'c1'], 120, 2]);
  slow.close();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'd1']);
  expect(workload.heldBytes).toBe(80);
});
