import { DAY_MS, type EpochMs, HOUR_MS, type KnownRule, VINTAGE_HOURS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSurfaceA } from './surface-a.js';

const FIRST_HOUR = Date.parse('2026-03-01T00:00Z');
const HISTORY_HOURS = 70 * 24;
const NOW = FIRST_HOUR + HISTORY_HOURS * HOUR_MS + 1;
const load = (hour: number): number => 80_000 + 10_000 * Math.sin((hour * Math.PI) / 12) + (hour % 97);

/** Something that arrives: a run of the model, or values of some hours (late, or a restatement). */
type Arrival =
  | { readonly kind: 'vintage'; readonly at: EpochMs; readonly delayMs: number }
  | { readonly kind: 'actuals'; readonly at: EpochMs; readonly fromHour: number; readonly values: readonly number[] };

async function worldOf(arrivals: readonly Arrival[]) {
  const [actuals, vintages] = [memoryActualsStore(), memoryVintageStore()];
  const history = Array.from({ length: HISTORY_HOURS }, (_, hour) => Math.round(load(hour)));
  const append = (fromHour: number, values: readonly number[], known: KnownRule): Promise<void> => {
    const start = new Date(FIRST_HOUR + fromHour * HOUR_MS).toISOString();
    return actuals.append(buildBatch([buildBlock(start, values, { series: 'PJM', known })]));
  };
  await append(0, history, { kind: 'lag', lagMs: HOUR_MS });
  for (let day = 44; day < 70; day += 5) await vintages.append(vintageAt(FIRST_HOUR + day * DAY_MS, 0));
  for (const arrival of arrivals) {
    if (arrival.kind === 'actuals') await append(arrival.fromHour, arrival.values, { kind: 'at', at: arrival.at });
    else await vintages.append(vintageAt(arrival.at, arrival.delayMs));
  }
  return handlerAsk([{ prefix: '/v1', surface: createSurfaceA({ actuals, vintages }) }], () => NOW);
}

function vintageAt(issuedAt: EpochMs, delayMs: number) {
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const valueMw = Float64Array.from({ length: VINTAGE_HOURS }, (_, i) => Math.round(load(i) + (issuedAt % 1000)));
  return buildVintage({ areaId: 'pjm', issuedAt, availableAt: issuedAt + delayMs, start, valueMw });
}

const instant = fc.integer({ min: FIRST_HOUR + 45 * DAY_MS, max: NOW - 1 });
const arrival: fc.Arbitrary<Arrival> = fc.oneof(
  fc.record({ kind: fc.constant('vintage' as const), at: instant, delayMs: fc.integer({ min: 0, max: DAY_MS }) }),
  fc.record({
    kind: fc.constant('actuals' as const),
    at: instant,
    fromHour: fc.integer({ min: HISTORY_HOURS / 2, max: HISTORY_HOURS - 40 }),
    values: fc.array(fc.integer({ min: -1, max: 200_000 }), { minLength: 1, maxLength: 30 }),
  }),
);
const learntAt = (one: Arrival): EpochMs => (one.kind === 'vintage' ? one.at + one.delayMs : one.at);

let answered = 0;

test('no answer with as_of=T changes when data arrives after T', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arrival, { maxLength: 12 }), instant, async (arrivals, asOf) => {
      const [then, later] = await Promise.all([
        worldOf(arrivals.filter((one) => learntAt(one) <= asOf)),
        worldOf(arrivals),
      ]);
      const as_of = new Date(asOf).toISOString();
      for (const path of ['forecast', 'history', 'latest', 'accuracy']) {
        const url = `/v1/demand/${path}?region=PJM&as_of=${as_of}`;
        const answer = await later(url, 'enterprise');
        expect(answer).toEqual(await then(url, 'enterprise'));
        if (answer.status === 200) answered++;
      }
    }),
    { numRuns: 40 },
  );
  expect(answered).toBeGreaterThan(100); // not just the same refusals
});
