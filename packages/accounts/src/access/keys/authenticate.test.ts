import { HOUR_MS, type ServiceError } from '@loadcast/core';
import { isWellFormedKey, newApiKey } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { describe, expect, test } from 'vitest';
import { holdsWithin } from '../../../../../tooling/testing/holds-within.js';
import { createAccount } from '../create-account.js';
import { createAuthenticate } from './authenticate.js';
import { issueKey } from './issue-key.js';
import { openKeyDirectory } from './key-directory.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A store that counts its calls, and can be unavailable or slow. */
async function runtime({ basic = false } = {}) {
  const inner = memoryControlStore();
  const state = { unavailable: false, slowMs: 0, asked: 0, monotonicMs: 0 };
  const store = new Proxy(inner, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver);
      return async (...args: unknown[]) => {
        if (name === 'keyBySha256') state.asked += 1;
        if (state.slowMs > 0) await pause(state.slowMs);
        if (state.unavailable) throw new Error('the store is unavailable');
        return method.apply(target, args);
      };
    },
  });
  const account = (await createAccount(store, { email: 'ann@example.org', plans: { a: 'developer' } }, NOW))!;
  const issued = await issueKey(store, account, {}, NOW);
  const directory = await openKeyDirectory({ store, monotonicMs: () => state.monotonicMs, pollMs: 20 });
  const authenticate = createAuthenticate(directory);
  const codeOf = async (header: string | undefined, surface: 'a' | 'b' | 'c' = 'a', now = NOW) => {
    try {
      return (await authenticate(header, surface, now, { basic })).plan.id;
    } catch (error) {
      return (error as ServiceError).code;
    }
  };
  return { store, state, account, issued, directory, authenticate, codeOf, bearer: `Bearer ${issued.key}` };
}

// docs/faults.md: fault 86
describe('the header', () => {
  const fine = newApiKey(random);
  const changed = fine.slice(0, 20) + (fine[20] === 'x' ? 'y' : 'x') + fine.slice(21);
  test.each([
    { name: 'none', header: undefined },
    { name: 'an empty one', header: '' },
    { name: 'the scheme alone', header: 'Bearer' },
    { name: 'the scheme and a space', header: 'Bearer ' },
    { name: 'a scheme that begins like Bearer', header: `BearerX ${fine}` },
    { name: 'no scheme', header: fine },
    { name: '10 KB', header: `Bearer ${'x'.repeat(10_000)}` },
    { name: 'another prefix', header: `Bearer sk${fine.slice(2)}` },
    { name: 'one character changed', header: `Bearer ${changed}` },
    { name: 'one character less', header: `Bearer ${fine.slice(0, -1)}` },
    { name: 'one character more', header: `Bearer ${fine}a` },
    { name: 'Basic, which is off', header: `Basic ${Buffer.from(`${fine}:`).toString('base64')}` },
    { name: 'basic in lower case, which is off', header: `basic ${Buffer.from(`${fine}:`).toString('base64')}` },
    { name: 'two keys', header: `Bearer ${fine}, Bearer ${fine}` },
    { name: '__proto__', header: 'Bearer __proto__' },
  ])('$name is unauthorized, and no store is asked', async ({ header }) => {
    const { codeOf, state } = await runtime();
    expect(await codeOf(header)).toBe('unauthorized');
    expect(state.asked).toBe(0);
  });

  test('a well-formed key that was never issued is invalid_key, and asked for once', async () => {
    const { codeOf, state } = await runtime();
    const header = `Bearer ${newApiKey(random)}`;
    expect([await codeOf(header), await codeOf(header)]).toEqual(['invalid_key', 'invalid_key']);
    expect(state.asked).toBe(1);
  });

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ', 'bearer    '])(
    'the scheme may be written "%s"',
    async (scheme) => {
      const { codeOf, issued } = await runtime();
      expect(await codeOf(`${scheme} ${issued.key}`)).toBe('developer');
    },
  );

  test.each(['Basic', 'basic', 'BASIC'])('with AUTH_BASIC the scheme may be written %s', async (scheme) => {
    const { codeOf, issued } = await runtime({ basic: true });
    expect(await codeOf(`${scheme} ${Buffer.from(`${issued.key}:`).toString('base64')}`)).toBe('developer');
  });

  test('with AUTH_BASIC the key is the user name, whatever the password', async () => {
    const { codeOf, issued } = await runtime({ basic: true });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    expect(await codeOf(basic(`${issued.key}:`))).toBe('developer');
    expect(await codeOf(basic(`${issued.key}:x`))).toBe('developer');
    expect(await codeOf(basic(`x:${issued.key}`))).toBe('unauthorized');
  });
});

describe('a key', () => {
  test('has the plan of the surface it is used on, and none on a surface its account has no plan for', async () => {
    const { codeOf, bearer } = await runtime();
    expect([await codeOf(bearer, 'a'), await codeOf(bearer, 'b'), await codeOf(bearer, 'c')]).toEqual([
      'developer',
      'trial',
      'invalid_key',
    ]);
  });

  test('without a plan on a surface is told so, and not that it does not exist', async () => {
    const { authenticate, bearer } = await runtime();
    await expect(async () => authenticate(bearer, 'c', NOW)).rejects.toThrow(
      'The API key is valid, but its account has no plan for the Utilities API. Ask the operator for one.',
    );
    await expect(async () => authenticate(`Bearer ${newApiKey(random)}`, 'c', NOW)).rejects.toThrow('does not exist');
  });

  test('seen before is answered without a promise and without the store', async () => {
    const { authenticate, bearer, state } = await runtime();
    const first = await authenticate(bearer, 'a', NOW);
    expect(authenticate(bearer, 'a', NOW)).toBe(first);
    expect(state.asked).toBe(1);
  });

  test('on a connection that sent others before is the one that was sent last', async () => {
    const { authenticate, store, account, issued, codeOf } = await runtime();
    const keys = [issued.key, (await issueKey(store, account, {}, NOW)).key];
    const connection = {};
    const keyIds: string[] = [];
    for (const key of [keys[0], keys[0], keys[1], keys[0]]) {
      keyIds.push((await authenticate(`Bearer ${key}`, 'a', NOW, { connection })).keyId);
    }
    expect([keyIds[1] === keyIds[0], keyIds[2] === keyIds[0], keyIds[3] === keyIds[0]]).toEqual([true, false, true]);
    const changed = keys[0]!.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    expect(await codeOf(`Bearer ${changed}`)).toBe('unauthorized');
    expect(() => authenticate(`Bearer ${changed}`, 'a', NOW, { connection })).toThrow('malformed');
  });

  test.each([
    { name: 'a character more', changed: (sent: string) => `${sent}x` },
    { name: 'a character less', changed: (sent: string) => sent.slice(0, -1) },
    {
      name: 'another last character',
      changed: (sent: string) => sent.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
    },
    { name: 'a character 256 further on', changed: (sent: string) => sent.replace(/.$/, further(0x100)) },
    { name: 'a character 65,536 further on', changed: (sent: string) => sent.replace(/.$/, further(0x10000)) },
    { name: 'what a header of the longest length would be cut to', changed: (sent: string) => sent.padEnd(700, 'x') },
  ])('with $name is not the one that the connection sent before', async ({ changed }) => {
    const { authenticate, bearer } = await runtime();
    const connection = {};
    await authenticate(bearer, 'a', NOW, { connection });
    expect(() => authenticate(changed(bearer), 'a', NOW, { connection })).toThrow(/malformed|too long/);
  });

  // docs/faults.md: fault 48
  test('asked for by many at once is looked up once', async () => {
    const { codeOf, bearer, state } = await runtime();
    state.slowMs = 5;
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => codeOf(bearer))))).toEqual(
      new Set(['developer']),
    );
    expect(state.asked).toBe(1);
  });

  test('opens nothing from its expiry on', async () => {
    const { codeOf, store, account } = await runtime();
    const { key } = await issueKey(store, account, { expiresAt: NOW + HOUR_MS }, NOW);
    expect(await codeOf(`Bearer ${key}`, 'a', NOW + HOUR_MS - 1)).toBe('developer');
    expect(await codeOf(`Bearer ${key}`, 'a', NOW + HOUR_MS)).toBe('invalid_key');
  });

  test.each([
    ['revoked', 'invalid_key', (w: Runtime) => w.store.revokeKey(w.account.id, w.issued.record.id, NOW)],
    ['of a deleted account', 'invalid_key', (w: Runtime) => w.store.deleteAccount(w.account.id, NOW)],
    ['of a changed plan', 'team', (w: Runtime) => w.store.setPlans(w.account.id, { a: 'team', b: null, c: null }, {})],
  ] as const)('%s elsewhere acts here within a second', async (_name, code, change) => {
    const made = await runtime();
    await made.codeOf(made.bearer);
    await change(made);
    expect(await holdsWithin(1_000, async () => (await made.codeOf(made.bearer)) === code)).toBe(true);
    await made.directory.close();
  });

  test('revoked while its row is on the way is not let in', async () => {
    const { codeOf, bearer, store, account, issued, directory, state } = await runtime();
    state.slowMs = 30;
    const asked = codeOf(bearer);
    await pause(5);
    state.slowMs = 0;
    await store.revokeKey(account.id, issued.record.id, NOW);
    await directory.refresh();
    await asked;
    expect(await codeOf(bearer)).toBe('invalid_key');
  });

  test('has its last use recorded', async () => {
    const { codeOf, bearer, directory, store, issued } = await runtime();
    await codeOf(bearer);
    await codeOf(bearer, 'a', NOW + 5);
    await directory.close();
    expect((await store.key(issued.record.id))?.lastUsedAt).toBe(NOW);
  });
});

// docs/faults.md: fault 46
describe('while the store is unavailable', () => {
  test('known keys are accepted for five minutes, others are unavailable, never invalid', async () => {
    const { codeOf, bearer, state, store, account, directory } = await runtime();
    const other = await issueKey(store, account, {}, NOW);
    await codeOf(bearer);
    await directory.refresh();
    state.unavailable = true;
    state.monotonicMs += 5 * 60_000;
    expect([await codeOf(bearer), await codeOf(`Bearer ${other.key}`)]).toEqual(['developer', 'unavailable']);
    state.monotonicMs += 1_000;
    expect(await codeOf(bearer)).toBe('unavailable');
    expect(directory.healthy).toBe(false);
    state.unavailable = false;
    await directory.refresh();
    expect([await codeOf(bearer), directory.healthy]).toEqual(['developer', true]);
  });

  test('a store that does not answer costs a second, and the hundredth caller nothing', async () => {
    const { codeOf, state } = await runtime();
    state.slowMs = 100_000;
    const startedAt = performance.now();
    const callers = Array.from({ length: 150 }, () => codeOf(`Bearer ${newApiKey(random)}`));
    const first = await Promise.race(callers);
    expect(first).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['unavailable']));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

test('keys differ, are well formed and long enough', () => {
  const keys = Array.from({ length: 1_000 }, () => newApiKey(random));
  expect(new Set(keys).size).toBe(1_000);
  expect(keys.every((key) => isWellFormedKey(key) && key.startsWith('lc_live_') && key.length === 46)).toBe(true);
});

type Runtime = Awaited<ReturnType<typeof runtime>>;

const further = (by: number) => (text: string) => String.fromCodePoint(text.codePointAt(0)! + by);
