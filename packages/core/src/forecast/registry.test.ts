import { describe, expect, test } from 'vitest';
import { AREAS, areaById } from '../areas/contract-areas.js';
import { calendarLagRegression } from './baselines/calendar-lag-regression.js';
import { engine } from './engine.js';
import { FORECASTERS, forecasterRegistry, seriesReadBy } from './registry.js';

const MODEL_SERIES = seriesReadBy(FORECASTERS.values(), AREAS);

describe('the registry', () => {
  test('the engine comes first: it serves unless another is named', () => {
    expect([...FORECASTERS.keys()]).toEqual(['loadcast', 'calendar-lag-regression', 'same-hour-last-week']);
  });

  test('a copy takes one more model', () => {
    const mine = { ...calendarLagRegression, name: 'mine' };
    expect([...forecasterRegistry([...FORECASTERS.values(), mine]).keys()].at(-1)).toBe('mine');
  });

  test('two models of one name are refused', () => {
    expect(() => forecasterRegistry([engine, { ...calendarLagRegression, name: engine.name }])).toThrow(
      new RangeError('two models are called loadcast'),
    );
  });
});

describe('what models read', () => {
  const loads = new Set(MODEL_SERIES.filter(({ measure }) => measure === 'demand').map(({ series }) => series));

  test.each([
    { id: 'MISO-0001', used: true },
    { id: 'NYIS-ZONJ', used: true },
    { id: 'FPL', used: false },
    { id: 'CISO-', used: false },
  ])('load of $id is read: $used', ({ id, used }) => expect(loads.has(id)).toBe(used));

  test('the engine reads every area’s own load and all its neighbours', () => {
    for (const { series, neighbours } of AREAS) {
      const read = [series, ...neighbours.grids, ...neighbours.adjacent];
      expect(read.filter((id) => !loads.has(id))).toEqual([]);
    }
  });

  test('the list is sorted and has no repeats', () => {
    const names = MODEL_SERIES.map(({ series, measure }) => `${series} ${measure}`);
    expect([...new Set(names)].sort()).toEqual(names);
  });

  test('a regression on own load reads one series', () => {
    expect(seriesReadBy([calendarLagRegression], [areaById('sdge')])).toEqual([
      { series: 'CISO-SDGE', measure: 'demand' },
    ]);
  });
});
