import { Areas, CONTRACT_AREAS, findPlan, type Plan } from '@loadcast/core';
import { expect, test } from 'vitest';
import type { HttpRequest, KeyRoute, Prepared, Reply, Surface } from '../../http.js';
import { json } from '../../json.js';
import { plainKeyRoute } from '../../testing/prepared-of.js';
import { answerRequest } from './answer-request.js';
import { KeptAnswers } from './kept-answers.js';

const AT = Date.parse('2026-07-01T07:00:00.250Z');
/** The areas of an account with one of its own. */
const OWNED = new Areas(CONTRACT_AREAS.list);
const TEAM = findPlan('a', 'team')!;
/** Padding by query: bodies just over, and just under, 16 KiB. */
const PADDING: Readonly<Record<string, string>> = { long: 'x'.repeat(16_384), short: 'x'.repeat(16_300) };

interface Asked {
  readonly plan?: Plan;
  readonly at?: number;
  readonly path?: string;
  readonly query?: string;
  readonly method?: string;
  readonly tag?: string;
  readonly accept?: string;
  readonly account?: string;
}

/** A request path with one kept and one other route, whose answers are numbered as they are made. */
function served() {
  const state = { version: 0, prepared: 0, made: 0, whilePreparing: () => {} };
  const plain = plainKeyRoute('/of-the-test', ['region'], prepare);
  const route = (isKept: boolean): KeyRoute => ({
    ...plain,
    isKept,
    read: (request, arrived) => ({
      ...plain.read(request, arrived),
      ...(request.query === 'personal' && { isPersonal: true }),
    }),
  });
  async function prepare({ query }: { readonly query: string }): Promise<Prepared> {
    const number = ++state.prepared;
    state.whilePreparing();
    if (query === 'fails') throw new Error('no answer');
    const body = async function* () {
      yield Buffer.from(`${number}`);
    };
    const reply = (): Reply => {
      state.made++;
      if (query === 'streamed') return { status: 200, headers: {}, body: body() };
      return json(200, { number, ...(query in PADDING ? { padding: PADDING[query] } : {}) });
    };
    return { regions: [], etag: '"v1"', reply };
  }
  const routes = new Map([
    ['/kept', route(true)],
    ['/made', route(false)],
  ]);
  const surface: Surface = { id: 'a', route: ({ path }) => routes.get(path), dialect: () => 'json' };
  let plan: Plan = TEAM;
  let account = 'acc';
  const answer = answerRequest([{ prefix: '/v1', surface }], {
    areas: (account) => (account === 'owner' ? OWNED : CONTRACT_AREAS),
    kept: new KeptAnswers(() => state.version),
    authenticate: () => ({ accountId: account, keyId: 'key', plan }),
  });
  const ask = async (asked: Asked): Promise<Reply> => {
    plan = asked.plan ?? TEAM;
    account = asked.account ?? 'acc';
    const { at = AT, path = '/kept', query = 'region=PJM', method = 'GET', tag, accept } = asked;
    const headers = new Map<string, string>();
    if (tag !== undefined) headers.set('if-none-match', tag);
    if (accept !== undefined) headers.set('accept', accept);
    const request: HttpRequest = {
      method,
      path: `/v1${path}`,
      query,
      headers,
      authorization: 'Bearer k',
      cookie: undefined,
      remoteAddress: '192.0.2.1',
      receivedAt: at,
      requestId: 'r',
      baseUrl: 'http://a',
    };
    return answer(request);
  };
  return { state, ask };
}

test.each<{ name: string; first?: Asked; second?: Asked; prepared: number }>([
  { name: 'the same again', prepared: 1 },
  { name: 'HEAD after GET', second: { method: 'HEAD' }, prepared: 1 },
  { name: 'another account of an equal plan', second: { plan: { ...TEAM, requestsPerHour: 7 } }, prepared: 1 },
  { name: 'a 304 after the answer', second: { tag: '"v1"' }, prepared: 1 },
  { name: 'a 304 after a 304', first: { tag: '"v1"' }, second: { tag: '"v1"' }, prepared: 1 },
  { name: 'the answer after a 304', first: { tag: '"v1"' }, prepared: 2 },
  { name: 'a plan without bounds', second: { plan: findPlan('a', 'free')! }, prepared: 2 },
  { name: 'a plan with more history', second: { plan: findPlan('a', 'enterprise')! }, prepared: 2 },
  { name: 'another query', second: { query: 'region=CISO' }, prepared: 2 },
  { name: 'another format', second: { accept: 'text/csv' }, prepared: 2 },
  { name: 'the last millisecond of the second', second: { at: AT + 749 }, prepared: 1 },
  { name: 'the next second', second: { at: AT + 750 }, prepared: 2 },
  { name: 'just after a whole second', first: { at: AT - 250 }, second: { at: AT - 249 }, prepared: 2 },
  { name: 'a clock that stepped back', second: { at: AT - 1_000 }, prepared: 2 },
  { name: 'a route that is not kept', first: { path: '/made' }, second: { path: '/made' }, prepared: 2 },
  { name: 'a streamed answer', first: { query: 'streamed' }, second: { query: 'streamed' }, prepared: 2 },
  { name: 'an answer for its account alone', first: { query: 'personal' }, second: { query: 'personal' }, prepared: 2 },
  { name: 'an answer to an account with areas of its own', first: { account: 'owner' }, prepared: 2 },
  { name: 'an answer for an account with areas of its own', second: { account: 'owner' }, prepared: 2 },
  { name: 'an error', first: { query: 'fails' }, second: { query: 'fails' }, prepared: 2 },
])('$name is prepared $prepared times in two requests', async ({ first = {}, second = {}, prepared }) => {
  const { state, ask } = served();
  await ask(first);
  await ask(second);
  expect(state.prepared).toBe(prepared);
});

test.each([
  { name: 'a long answer is kept from the second time on', query: 'long', made: [1, 2, 2, 2] },
  { name: 'a shorter one from the first', query: 'short', made: [1, 1, 1, 1] },
])('$name', async ({ query, made }) => {
  const { state, ask } = served();
  const counts = [];
  for (let i = 0; i < made.length; i++) {
    await ask({ query });
    counts.push(state.made);
  }
  expect(counts).toEqual(made);
});

test('a long answer that was asked for in the second before is asked for the first time again', async () => {
  const { state, ask } = served();
  await ask({ query: 'long' });
  await ask({ query: 'long', at: AT + 751 });
  await ask({ query: 'long', at: AT + 752 });
  await ask({ query: 'long', at: AT + 753 });
  expect(state.made).toBe(3);
});

test('a kept answer has the bytes and the headers of the first', async () => {
  const { ask, state } = served();
  const [first, second] = [await ask({}), await ask({})];
  expect(second).toEqual(first);
  expect(second.body).toBe(first.body);
  expect(state.made).toBe(1);
});

test.each([
  { name: 'after an answer', during: false },
  { name: 'while it is prepared', during: true },
])('what is written $name is in the next one', async ({ during }) => {
  const { ask, state } = served();
  if (during) state.whilePreparing = () => void state.version++;
  await ask({});
  state.whilePreparing = () => {};
  if (!during) state.version++;
  const { body } = await ask({});
  expect(String(body)).toBe('{"number":2}');
});
