import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import type { Ask } from '@loadcast/formats/testing';
import { AUTHORITIES } from '@loadcast/sources/eia930-bulk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../../packages/service/src/wiring/store.js';
import { cachesOver, FIRST_HOUR, HISTORY_HOURS, NOW, vintageOf, writeHistory } from './testing/arrivals.js';
import { asking, pathAsOf, planOf } from './testing/asking.js';
import { ENDPOINT_EXAMPLES, type EndpointExample } from './testing/endpoints.data.js';
import { ENGINES } from './testing/engines.js';

const ADDED = AUTHORITIES.filter(({ series }) => ['BPAT', 'TVA'].includes(series));
/** Reads that name an area, PJM in the examples. */
const READS = ENDPOINT_EXAMPLES.filter(
  ({ readsStore, plan, path }) => readsStore && plan === 'a' && path.includes('PJM'),
);
const READS_OF_ALL = ['snapshot?format=csv', 'runs?region=all', 'peaks?region=all'].map((read): EndpointExample => {
  return { path: `/v1/demand/${read}`, readsStore: true, plan: 'a' };
});

const FIRST_EVENT = FIRST_HOUR + 40 * DAY_MS;

/** One thing that happens to an added area: it is added or retired, load or a restatement comes, a run is kept. */
interface Happening {
  readonly at: EpochMs;
  readonly authority: (typeof ADDED)[number];
  readonly kind: 'add' | 'retire' | 'feed' | 'restate' | 'issue';
  readonly fromHour: number;
}

const anyHappening: fc.Arbitrary<Happening> = fc.record({
  at: fc.integer({ min: FIRST_EVENT, max: NOW - DAY_MS }),
  authority: fc.constantFrom(...ADDED),
  kind: fc.constantFrom('add', 'add', 'retire', 'feed', 'feed', 'restate', 'issue', 'issue'),
  fromHour: fc.integer({ min: 0, max: HISTORY_HOURS / 4 }),
});

/** In the order of time, each at an instant of its own; both areas are there from early on, with load and a run. */
const anyStory = fc.array(anyHappening, { minLength: 8, maxLength: 20 }).map((drawn) => {
  const early = ADDED.flatMap((authority, i): Happening[] =>
    (['add', 'feed', 'issue'] as const).map((kind, k) => ({
      ...{ authority, kind, fromHour: 0 },
      at: FIRST_EVENT + (i * 6 + k + 1) * DAY_MS,
    })),
  );
  const story = [...early, ...drawn].sort((one, other) => one.at - other.at);
  return story.map((one, i) => ({ ...one, at: one.at + i }));
});

/** What happens, where it can: an area that is not active is not fed, and an active one not added. */
async function happen(store: Store, { at, authority, kind, fromHour }: Happening): Promise<void> {
  const { series, ...fields } = authority;
  const id = `eia-${series.toLowerCase()}`;
  const last = (await store.areaLedger.list()).filter((record) => record.id === id).at(-1);
  const isActive = last !== undefined && last.retiredAt === null;
  if (isActive === (kind === 'add')) return;
  const record = {
    ...{ ...fields, id, series, code: series, knownAt: at, kind: 'grid', calendar: 'us', source: 'eia930' },
    ...{ parent: null, retiredAt: kind === 'retire' ? at : null, accountId: null },
  };
  if (kind === 'add' || kind === 'retire') await store.areaLedger.add([record]);
  else if (kind === 'issue') await store.vintages.append(vintageOf(id, at, 0));
  else {
    const hours = kind === 'feed' ? Math.floor((at - FIRST_HOUR) / HOUR_MS) - 2 - fromHour : 30;
    const values = Array.from({ length: hours }, (_, hour) => 5_000 + ((at + 977 * hour) % 1_000));
    const start = new Date(FIRST_HOUR + fromHour * HOUR_MS).toISOString();
    const known = { kind: 'at', at } as const;
    await store.actuals.append(buildBatch([buildBlock(start, values, { series, measure: 'demand', known })]));
  }
  await store.followAreas();
}

/** Answers as of an instant about each area, also those that are added later or retired, about PJM, and about all. */
async function answersAt(ask: Ask, asOf: EpochMs): Promise<Map<string, string>> {
  const named = ['PJM', ...ADDED.map(({ series }) => series)].flatMap((code) =>
    READS.map((example) => ({ ...example, path: example.path.replace('PJM', code) })),
  );
  const answers = new Map<string, string>();
  for (const example of [...named, ...READS_OF_ALL]) {
    const path = pathAsOf(example, asOf);
    const { status, text } = await ask(path, planOf(example));
    answers.set(path, `${status} ${text}`);
  }
  return answers;
}

describe.each(ENGINES)('$engine', ({ runs, open }) => {
  test.skipIf(!runs)(
    'no answer about an area or all of them for a passed instant changes while areas are added, fed, restated and retired',
    async () => {
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(anyStory, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), async (story, places) => {
          const { store, remove } = await open();
          try {
            await writeHistory(store);
            const running = cachesOver(store);
            const ask = asking(running, NOW, store.areas);
            const looks = new Set(places.map((place) => 6 + (place % (story.length - 6))));
            const seen: [EpochMs, Map<string, string>][] = [];
            for (const [i, happening] of story.entries()) {
              await happen({ ...store, ...running }, happening);
              if (looks.has(i)) seen.push([happening.at, await answersAt(ask, happening.at)]);
            }
            for (const [asOf, before] of seen) {
              expect(await answersAt(ask, asOf)).toEqual(before);
              expect(await answersAt(asking(cachesOver(store), NOW, store.areas), asOf)).toEqual(before);
              const added = [...before].filter(([path]) => /BPAT|TVA/.test(path));
              answered += added.filter(([, answer]) => answer.startsWith('200')).length;
            }
          } finally {
            await store.close();
            await remove();
          }
        }),
        { numRuns: 2, endOnFailure: true },
      );
      expect(answered).toBeGreaterThan(READS.length); // not just the same refusals
    },
  );
});
