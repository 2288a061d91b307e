import { DAY_MS, HOUR_MS, PLANS } from '@loadcast/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAreaAdmin } from '../../../../packages/accounts/src/own-areas/area-admin.js';
import { cachesOver, FIRST_HOUR, NOW, vintageOf, writeHistory } from './testing/arrivals.js';
import { asking, pathAsOf, pathOf, planOf } from './testing/asking.js';
import { ENDPOINT_EXAMPLES, type EndpointExample } from './testing/endpoints.data.js';
import { ENGINES } from './testing/engines.js';

/** Reads that name an area, PJM in the examples, with the code in its place. */
const NAMING = ENDPOINT_EXAMPLES.filter(({ plan, path }) => plan === 'a' && path.includes('PJM'));
const withCode = (example: EndpointExample, code: string) => ({ ...example, path: example.path.replace('PJM', code) });
const OF_ALL: readonly EndpointExample[] = ['snapshot', 'runs', 'peaks', 'scores', 'compare', 'drivers'].map(
  (read) => ({
    ...{ path: `/v1/demand/${read}?region=all&as_of={asOf}`, readsStore: true, plan: 'a' },
  }),
);
const OTHERS = [...ENDPOINT_EXAMPLES.filter(({ path }) => !/^\/v1\/(me|usage|status|health)/.test(path)), ...OF_ALL];

/** A store in which Ann has an area with load and a run; what Ann, Bob and a caller without areas are answered. */
async function opened(open: (typeof ENGINES)[number]['open']) {
  const { store, remove } = await open();
  await writeHistory(store);
  const stores = cachesOver(store);
  const askAs = (accountId: string) => asking(stores, NOW, (known, asOf) => store.areas(known && accountId, asOf));
  const bob = askAs('acc_bob');
  const answersOf = async (ask: typeof bob, examples: readonly EndpointExample[]) => {
    const answers = new Map<string, string>();
    for (const example of examples) {
      const { status, text } = await ask(pathOf(example, NOW - HOUR_MS), planOf(example));
      answers.set(example.path, `${status} ${text}`);
    }
    return answers;
  };
  const before = await answersOf(bob, OTHERS);
  const [annBefore] = [await answersOf(askAs('acc_ann'), OTHERS)];
  const addedAt = NOW - 3 * DAY_MS;
  const admin = createAreaAdmin({ ...store, ...stores }, () => addedAt);
  const rows = Array.from({ length: 1_200 }, (_, hour) => {
    return `${new Date(FIRST_HOUR + hour * HOUR_MS).toISOString()},${8 + (hour % 24) / 4}`;
  });
  const file = new TextEncoder().encode(['time,MW', ...rows].join('\n'));
  const plan = PLANS.find(({ id }) => id === 'team')!;
  await admin.add('acc_ann', plan, { code: 'PLANT-7', timezone: 'America/Chicago', holidays: 'us' }, file);
  const { id } = store.areas('acc_ann').find('a', 'plant-7')!.area;
  await store.vintages.append(vintageOf(id, NOW - 6 * HOUR_MS, 0));
  const close = async () => {
    await store.close();
    await remove();
  };
  return { store, ann: askAs('acc_ann'), bob, answersOf, before, annBefore, addedAt, id, close };
}

describe.each(ENGINES.filter(({ runs }) => runs))('an area of an account in $engine', ({ open }) => {
  let world: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    world = await opened(open);
    return world.close;
  });

  test('is read by its account like any other', async () => {
    const { ann } = world;
    for (const read of ['forecast', 'history', 'latest', 'snapshot', 'runs', 'peaks']) {
      const window = read === 'history' ? '&start=2026-04-01&end=2026-04-02' : '';
      const { status, text } = await ann(`/v1/demand/${read}?region=plant-7${window}`, 'enterprise');
      expect([read, status]).toEqual([read, 200]);
      expect(text).toContain(read === 'history' ? '"region":"PLANT-7"' : 'PLANT-7');
    }
    expect((await ann('/v1/demand/runs/PLANT-7-newest', 'enterprise')).status).toBe(200);
    expect((await ann('/v1/demand/snapshot?region=all', 'enterprise')).text).toContain('PLANT-7');
  });

  test.each(NAMING)('is for another account like a code that is not there: $path', async (example) => {
    const { bob, id } = world;
    const [own, absent] = await Promise.all(
      ['PLANT-7', 'PLANT-8'].map((code) => bob(pathOf(withCode(example, code), NOW - HOUR_MS), planOf(example))),
    );
    expect([own!.status, own!.text.replaceAll('PLANT-7', 'PLANT-8')]).toEqual([absent!.status, absent!.text]);
    expect(own!.text).not.toContain(id);
    expect(own!.status).toBeGreaterThanOrEqual(400);
  });

  test('changes no other answer, of another account or of its own', async () => {
    const { ann, bob, answersOf, before, annBefore } = world;
    expect(await answersOf(bob, OTHERS)).toEqual(before);
    const named = OTHERS.filter(({ path }) => !path.includes('=all'));
    const annAfter = await answersOf(ann, named);
    expect([...annAfter]).toEqual([...annBefore].filter(([path]) => annAfter.has(path)));
  });

  test('is unknown to its account too as of an instant before it was added', async () => {
    const { ann, annBefore, addedAt } = world;
    for (const example of NAMING.filter(({ readsStore }) => readsStore)) {
      const path = pathAsOf(withCode(example, 'PLANT-7'), addedAt - 1);
      expect([path, (await ann(path, planOf(example))).status]).toEqual([path, 400]);
    }
    expect(annBefore.size).toBe(OTHERS.length);
  });
});
