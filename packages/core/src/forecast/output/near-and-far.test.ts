import { expect, test } from 'vitest';
import { OUTPUTS } from '../combination/ensemble.js';
import { LEAD_DAYS } from '../settings.data.js';
import { joinLeads, joinParts } from './contributions.js';

test.each([
  ['the first hour', 0, 'near'],
  ['the last hour of the last near lead day', LEAD_DAYS.lastNear * 24 + 23, 'near'],
  ['the first hour after it', LEAD_DAYS.lastNear * 24 + 24, 'far'],
  ['the last hour', OUTPUTS - 1, 'far'],
])('%s is the one forecast’s or the other’s', (_name, output, whose) => {
  const near = new Float64Array(OUTPUTS).fill(1);
  const far = new Float64Array(OUTPUTS).fill(2);
  expect(joinLeads(near, far)[output]).toBe(whose === 'near' ? 1 : 2);
  expect(far[0]).toBe(2);
});

test('each part is joined like the whole', () => {
  const partsOf = (value: number) => {
    const part = new Float64Array(OUTPUTS).fill(value);
    return { recentLoad: part, neighbours: part, operator: part, weather: part };
  };
  const joined = joinLeads(partsOf(1).weather, partsOf(2).weather);
  expect(joinParts(partsOf(1), partsOf(2))).toEqual({
    recentLoad: joined,
    neighbours: joined,
    operator: joined,
    weather: joined,
  });
});
