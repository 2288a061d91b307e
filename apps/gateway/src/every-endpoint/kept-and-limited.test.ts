import { type Access, createAccount, issueKey, openAccess } from '@loadcast/accounts';
import { type Account, CONTRACT_AREAS, DAY_MS } from '@loadcast/core';
import { memoryActualsStore, memoryQuotaCounters, memoryVintageStore } from '@loadcast/core/memory';
import type { KeyScope } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { type HttpRequest, KeptAnswers, sha256Hex } from '@loadcast/formats/node';
import type { Runtime } from '@loadcast/service';
import { beforeAll, expect, test } from 'vitest';
import { createAnswer } from '../http/answer.js';
import { mountsOf } from '../mounts.js';
import { cachesOver, FIRST_HOUR, NOW, type Stores, writeHistory } from './testing/arrivals.js';
import { EVERY_SURFACE, pathOf } from './testing/asking.js';
import { ENDPOINT_EXAMPLES } from './testing/endpoints.data.js';

const PLANS = { a: 'enterprise', b: 'enterprise', c: 'enterprise' };

let stores: Stores;
beforeAll(async () => {
  const written = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
  await writeHistory(written);
  stores = cachesOver(written);
});

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

/** The surfaces of a gateway that keeps answers, and accounts with keys. Its clock stands still, so that nothing kept grows old. */
async function gateway() {
  const control = memoryControlStore();
  const access: Access = await openAccess({
    areas: () => CONTRACT_AREAS,
    store: control,
    counters: memoryQuotaCounters(),
  });
  const answer = createAnswer({
    areas: () => CONTRACT_AREAS,
    mounts: mountsOf({
      config: EVERY_SURFACE,
      runtime: { ...stores, store: {}, areas: () => CONTRACT_AREAS } as unknown as Runtime,
      access,
      readiness: () => ({ ready: true, missing: [], degraded: [] }),
      wallClock: () => NOW,
      monitor: { latest: () => undefined, findings: () => [] },
    }),
    access,
    kept: new KeptAnswers(() => 1),
    wallClock: () => NOW,
    addressOf: ({ remoteAddress }) => remoteAddress,
    report: () => undefined,
  });
  const ask = async (target: string, key: string): Promise<Answered> => {
    const [path = '', query = ''] = target.split('?');
    const request: HttpRequest = {
      method: 'GET',
      path,
      query,
      headers: new Map(),
      authorization: `Bearer ${key}`,
      cookie: undefined,
      remoteAddress: '192.0.2.1',
      receivedAt: NOW,
      requestId: 'r1',
      baseUrl: 'http://localhost',
    };
    const { status, body } = await answer(request);
    const text = Buffer.from(body as Uint8Array).toString('latin1');
    const code = /"code":"(\w+)"|<ERR_CODE>(\w+)/.exec(text)?.slice(1).find(Boolean);
    return { status, code: status === 200 ? undefined : code, text };
  };
  const accountOf = async (email: string): Promise<Account> =>
    (await createAccount(control, { email, plans: PLANS }, NOW))!;
  const keyOf = async (account: Account, scope?: KeyScope): Promise<string> =>
    (await issueKey(control, account, { ...(scope && { scope }) }, NOW)).key;
  return { ask, accountOf, keyOf };
}

const READING = ENDPOINT_EXAMPLES.filter(({ readsStore }) => readsStore).map((example) => ({
  path: pathOf(example, FIRST_HOUR + 60 * DAY_MS),
  surface: example.plan!,
}));

test.each(READING)(
  '$path: an answer that was kept for one key is refused to a key made for another region',
  async ({ path }) => {
    const { ask, accountOf, keyOf } = await gateway();
    const account = await accountOf('ann@example.org');
    const [whole, limited] = [await keyOf(account), await keyOf(account, { regions: ['vea'] })];
    const kept = await ask(path, whole);
    expect(kept.status).toBe(200);
    const refused = await ask(path, limited);
    expect([refused.status, refused.code]).toEqual([403, 'key_scope']);
    expect((await ask(path, whole)).text).toBe(kept.text);
  },
);

test.each(READING)(
  '$path: an answer that was kept is refused to a key made for another surface',
  async ({ path, surface }) => {
    const { ask, accountOf, keyOf } = await gateway();
    const account = await accountOf('ann@example.org');
    const others = (['a', 'b', 'c'] as const).filter((id) => id !== surface);
    const [whole, limited] = [await keyOf(account), await keyOf(account, { surfaces: others })];
    expect((await ask(path, whole)).status).toBe(200);
    const refused = await ask(path, limited);
    expect([refused.status, refused.code]).toEqual([403, 'key_scope']);
  },
);

test('usage and me are those of the key’s own account, whoever asked before in the same second', async () => {
  const { ask, accountOf, keyOf } = await gateway();
  const [ann, bob] = [await accountOf('ann@example.org'), await accountOf('bob@example.org')];
  const [ofAnn, ofBob] = [await keyOf(ann), await keyOf(bob)];
  for (let call = 0; call < 3; call += 1) await ask('/v1/demand/latest?region=PJM', ofAnn);
  await ask('/v1/demand/latest?region=CISO', ofBob);
  const usageOf = async (key: string) => {
    const { text } = await ask('/v1/usage', key);
    return { text, a: JSON.parse(text).data.surfaces.find(({ surface }: { surface: string }) => surface === 'a') };
  };
  const [annSees, bobSees] = [await usageOf(ofAnn), await usageOf(ofBob)];
  expect([annSees.a.hour.used, bobSees.a.hour.used]).toEqual([3, 1]);
  expect([annSees, bobSees].map(({ a }) => a.regions.map(({ region }: { region: string }) => region))).toEqual([
    ['PJM'],
    ['CAISO'],
  ]);
  for (const [seen, other] of [
    [annSees, ofBob],
    [bobSees, ofAnn],
  ] as const) {
    expect(seen.a.keys).toHaveLength(1);
    expect(seen.text).not.toContain(other.slice(-4));
  }
  const [annMe, bobMe] = [await ask('/v1/me', ofAnn), await ask('/v1/me', ofBob)];
  expect([annMe.text.includes(bob.id), bobMe.text.includes(ann.id)]).toEqual([false, false]);
  expect(annMe.text).not.toBe(bobMe.text);
});
