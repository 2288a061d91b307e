import { describe, test } from 'vitest';
import { HOUR_MS } from '../../src/time/instant.js';
import {
  expectNothingFromTheFuture,
  expectSameAsFresh,
  hourOf,
  ISSUED_AT,
  issuedOnce,
  NEIGHBOURS,
  syntheticData,
  type TierInputs,
} from '../engine-data.js';

const TIERS: TierInputs[] = [
  { tier: 'load', offers: {} },
  { tier: 'load-neighbours', hasNeighbours: true, offers: {} },
  { tier: 'operator-today', offers: { operator: 'today' } },
  { tier: 'operator', hasNeighbours: true, offers: { operator: 'tomorrow' } },
  { tier: 'weather', offers: { weather: true } },
  { tier: 'operator-weather', offers: { operator: 'tomorrow', weather: true } },
  { tier: 'multi-day', offers: { multiDay: true } },
  { tier: 'multi-day-weather', hasNeighbours: true, offers: { operator: 'today', multiDay: true, weather: true } },
];

/** Areas and moments drawn for each tier. */
const DRAWS = Number(process.env['LEAK_DRAWS'] ?? 1);

describe.each(TIERS)('with the inputs of $tier', (tier) => {
  test(
    'changing every value that became known after the issue changes nothing',
    () => expectNothingFromTheFuture(tier, DRAWS),
    600_000 * DRAWS,
  );
});

const OFFERS = { neighbours: NEIGHBOURS, operator: 'tomorrow', multiDay: true } as const;
const fresh = issuedOnce(syntheticData(OFFERS));

test.each([
  ['a minute ago', [ISSUED_AT - 60_000]],
  ['on other days, in order and not', [475, 500, 501, 490, 530].map((day) => hourOf(day, 14))],
  ['hour by hour since yesterday', Array.from({ length: 24 }, (_, i) => ISSUED_AT - (24 - i) * HOUR_MS)],
  ['later the same day', [hourOf(530, 20), hourOf(531, 2)]],
])('a forecaster that has issued %s issues what a fresh one does', async (_when, moments) =>
  expectSameAsFresh(OFFERS, moments, fresh),
);
