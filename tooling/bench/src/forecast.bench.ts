import { areaById, engine, HOUR_MS } from '@loadcast/core';
import { SyntheticData } from '@loadcast/core/testing';
import { bench, describe } from 'vitest';

/*
 * The engine on a made-up area with six years of load, four neighbors and the operator's forecast: from nothing to the
 * first forecast, and each forecast after it. Real areas have 20 to 65 neighbors: docs/forecasting.md has their times.
 */
const START = Date.UTC(2018, 0, 1);
const DAYS = 6 * 365;
const NOW = START + (DAYS - 25) * 24 * HOUR_MS;
const world = () =>
  new SyntheticData('NYIS', {
    start: START,
    days: DAYS,
    neighbours: ['PJM', 'MISO', 'ISNE', 'NYIS-ZONJ'],
    operator: 'tomorrow',
  });

const area = areaById('nyiso');
const kept = world();
const forecaster = engine.forArea(area, kept);
await forecaster.issue(NOW);
let issues = 0;

describe('engine, one area', () => {
  bench(
    'first forecast of a process, three years of past forecasts made for its intervals',
    async () => {
      await engine.forArea(area, world()).issue(NOW);
    },
    { iterations: 3, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
  bench('a forecast of 384 hours, minutes after another', async () => {
    issues++;
    await forecaster.issue(NOW + (issues % 50) * 60_000);
  });
});
