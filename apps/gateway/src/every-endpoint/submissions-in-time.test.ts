import { areaById, DAY_MS, type EpochMs, gateInstant, HOUR_MS, localDay } from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';
import type { Ask } from '@loadcast/formats/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../../packages/service/src/wiring/store.js';
import { cachesOver, FIRST_HOUR, NOW, write, writeHistory } from './testing/arrivals.js';
import { asking } from './testing/asking.js';
import { ENGINES } from './testing/engines.js';

const PJM = areaById('pjm');
const FIRST_EVENT = FIRST_HOUR + 40 * DAY_MS;
const LAST_EVENT = FIRST_HOUR + 65 * DAY_MS;

/** `fct_own` is of the account that asks, and private at first; `fct_other` is of another, and public. */
const FORECASTERS = ['fct_own', 'fct_other'] as const;

interface Happening {
  readonly at: EpochMs;
  readonly id: (typeof FORECASTERS)[number];
  readonly kind: 'submit' | 'withdraw' | 'publish' | 'hide' | 'retire' | 'restate';
  /** The first hour of a run after its arrival, the place of the withdrawn run, or the restated hour. */
  readonly which: number;
}

const anyHappening: fc.Arbitrary<Happening> = fc.record({
  at: fc.integer({ min: FIRST_EVENT, max: LAST_EVENT }),
  id: fc.constantFrom(...FORECASTERS),
  kind: fc.constantFrom('submit', 'submit', 'submit', 'withdraw', 'withdraw', 'publish', 'hide', 'retire', 'restate'),
  which: fc.nat({ max: 60 }),
});

/** A run a day a minute before the gate, so that both are scored, and the drawn happenings, in the order of time. */
function storyOf(drawn: readonly Happening[]): Happening[] {
  const daily = Array.from({ length: 20 }, (_, day) => FIRST_EVENT + day * DAY_MS).flatMap((noon) =>
    FORECASTERS.map((id): Happening => {
      const day = localDay(PJM.marketTimezone, noon + 36 * HOUR_MS);
      const at = gateInstant(PJM, 'DAM', day) - 60_000;
      const { start } = operatingDayWindow(PJM.marketTimezone, day);
      return { at, id, kind: 'submit', which: (start - Math.floor(at / HOUR_MS) * HOUR_MS) / HOUR_MS };
    }),
  );
  const story = [...daily, ...drawn].sort((one, other) => one.at - other.at);
  return story.map((one, i) => ({ ...one, at: one.at + i }));
}

const anyStory = fc.array(anyHappening, { minLength: 8, maxLength: 20 }).map(storyOf);

async function happen(store: Store, { at, id, kind, which }: Happening): Promise<void> {
  const { forecasters } = store;
  const forecaster = (await forecasters.list()).find((each) => each.id === id)!;
  const changed = (change: object) => forecasters.keep({ ...forecaster, ...change, knownAt: at });
  if (kind === 'publish' || kind === 'hide') return changed({ isPublic: kind === 'publish' ? 1 : 0 });
  if (kind === 'retire') return changed({ retiredAt: at });
  if (kind === 'restate')
    return write(store, [{ kind: 'load', area: 'pjm', at, fromHour: 40 * 24 + which, values: [81_000 + (at % 997)] }]);
  const [last] = await forecasters.submissions(id, 1);
  const asked = { forecasterId: id, areaId: 'pjm', requestKey: null };
  if (kind === 'withdraw') {
    if (!last) return;
    const run = (await forecasters.submission(id, 1 + (which % last.position)))!;
    if (run.withdraws !== null) return;
    const withdrawal = { ...run, ...asked, withdraws: run.position, content: '' };
    await forecasters.submit(withdrawal, () => at);
    return;
  }
  const startAt = Math.floor(at / HOUR_MS) * HOUR_MS + which * HOUR_MS;
  const starts = Array.from({ length: 24 }, (_, hour) => startAt + hour * HOUR_MS);
  const mw = (start: EpochMs) => 80_000 + ((start / HOUR_MS + at) % 3_001);
  const content = starts.map((start) => `${new Date(start).toISOString()},${mw(start)},${mw(start) - 900},\n`).join('');
  await forecasters.submit({ ...asked, startAt, endAt: startAt + DAY_MS, withdraws: null, content }, () => at);
}

const PATHS = ['public', ...FORECASTERS].flatMap((forecaster) =>
  [
    'scores?region=PJM&by=day',
    'scores?region=PJM,CAISO&lead=30h&window=5',
    ...(forecaster === 'public' ? [] : ['compare?region=PJM&gate=dam', 'compare?region=PJM', 'runs?region=PJM']),
  ].map((read) => `/v1/demand/${read}&forecaster=${forecaster}`),
);

/** Answers as of an instant, some of them refusals. */
async function answersAt(ask: Ask, asOf: EpochMs): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of PATHS) {
    const { status, text } = await ask(`${path}&as_of=${new Date(asOf).toISOString()}`, 'enterprise');
    answers.set(path, `${status} ${text}`);
  }
  return answers;
}

describe.each(ENGINES)('$engine', ({ runs, open }) => {
  test.skipIf(!runs)(
    'no answer about forecasters for a passed instant changes while they submit, withdraw, are shown, hidden and retired',
    { timeout: 240_000 },
    async () => {
      let [scored, shown] = [0, 0];
      await fc.assert(
        fc.asyncProperty(anyStory, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), async (story, places) => {
          const { store, remove } = await open();
          try {
            await writeHistory(store);
            for (const [i, id] of FORECASTERS.entries()) {
              const of = { id, accountId: ['account', 'another'][i]!, name: id, areas: 'pjm', gates: 'DAM' };
              await store.forecasters.keep({
                ...of,
                knownAt: FIRST_EVENT - 1,
                isPublic: i,
                retiredAt: null,
                blends: null,
              });
            }
            const { forecasters } = store;
            const running = cachesOver(store);
            const ask = asking({ ...running, forecasters }, NOW);
            const looks = new Set(places.map((place) => 16 + (place % (story.length - 16))));
            const seen: [EpochMs, Map<string, string>][] = [];
            for (const [i, happening] of story.entries()) {
              await happen({ ...store, ...running }, happening);
              if (looks.has(i)) seen.push([happening.at, await answersAt(ask, happening.at)]);
            }
            for (const [asOf, before] of seen) {
              expect(await answersAt(ask, asOf)).toEqual(before);
              expect(await answersAt(asking({ ...cachesOver(store), forecasters }, NOW), asOf)).toEqual(before);
              const count = (pattern: RegExp) => [...before.values()].filter((text) => pattern.test(text)).length;
              scored += count(/"forecast":"fct_own","state":"(scored|pending)","n":[1-9]/);
              shown += count(/"forecast":"fct_other"/);
            }
          } finally {
            await store.close();
            await remove();
          }
        }),
        // Where nothing is drawn, both forecasters are shown and scored to the end.
        { numRuns: 4, endOnFailure: true, examples: [[storyOf([]), [0, 10, 20]]] },
      );
      // Not just the same refusals.
      expect(scored).toBeGreaterThan(0);
      expect(shown).toBeGreaterThan(0);
    },
  );
});
