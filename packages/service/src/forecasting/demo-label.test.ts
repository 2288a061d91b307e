import { Areas, areaById, CONTRACT_AREAS, DAY_MS, foldBlocks, HOUR_MS } from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { expect, test } from 'vitest';
import { labelDemo } from './demo-label.js';

const NOW = Date.UTC(2026, 6, 1);
const OWN = {
  ...areaById('pjm'),
  id: 'own-1',
  series: 'OWN-1',
  source: 'own',
  codes: { a: [], b: [], c: [], oasis: [] },
};
const AREAS = new Areas([...CONTRACT_AREAS.list, OWN]);

test.each([
  { of: 'a recorded grid', id: 'pjm', name: 'recorded-same-hour-last-week' },
  { of: 'load of an account', id: 'own-1', name: 'same-hour-last-week' },
])('on a demo the model of $of is $name', async ({ id, name }) => {
  const values = Float64Array.from({ length: 40 * 24 }, (_, hour) => 10 + (hour % 24));
  const load = foldBlocks([{ start: NOW - 40 * DAY_MS, values, known: { kind: 'lag', lagMs: HOUR_MS } }]);
  const data = { load: () => load, operatorForecast: () => undefined, weather: () => undefined };
  const { model } = await labelDemo(sameHourLastWeek, 'recorded').forArea(AREAS.byId(id), data).issue(NOW);
  expect(model.name).toBe(name);
});
