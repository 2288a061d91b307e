import { expect, test } from 'vitest';
import { AREAS } from '../areas/contract-areas.js';
import { FORECASTERS, seriesReadBy } from '../forecast/registry.js';
import { isAmong, wantedSeries } from './wanted-series.js';

const MODEL_SERIES = seriesReadBy(FORECASTERS.values(), AREAS);
const isWanted = isAmong(wantedSeries(AREAS, MODEL_SERIES));

test.each([
  { series: 'CISO', measure: 'day_ahead_forecast', wanted: true },
  { series: 'CISO-PGAE', measure: 'demand', wanted: true },
  { series: 'BPAT', measure: 'demand', wanted: true },
  { series: 'BPAT', measure: 'demand_adjusted', wanted: false },
  { series: 'MISO-0001', measure: 'demand', wanted: true },
  { series: 'YAD', measure: 'demand', wanted: false },
] as const)('$series $measure is wanted: $wanted', ({ series, measure, wanted }) => {
  expect(isWanted({ series, measure })).toBe(wanted);
});

test('each wanted key is listed once, sorted', () => {
  const names = wantedSeries(AREAS, MODEL_SERIES).map(({ series, measure }) => `${series} ${measure}`);
  expect([...new Set(names)].sort()).toEqual(names);
});

test('with nothing read by models the areas’ own series are wanted, and no others', () => {
  expect(new Set(wantedSeries(AREAS, []).map(({ series }) => series))).toEqual(
    new Set(AREAS.map(({ series }) => series)),
  );
});
