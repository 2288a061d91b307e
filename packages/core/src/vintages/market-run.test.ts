import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { gateInstant } from './market-run.js';

const utc = Date.UTC;

test.each([
  { name: 'DAM is the morning before', area: 'pjm', run: 'DAM', day: '2026-07-02', gate: utc(2026, 6, 1, 13) },
  { name: '2DA is two mornings before', area: 'pjm', run: '2DA', day: '2026-07-03', gate: utc(2026, 6, 1, 13) },
  { name: '7DA crosses the spring change', area: 'caiso', run: '7DA', day: '2026-03-12', gate: utc(2026, 2, 5, 17) },
  { name: '15DA crosses the year', area: 'ercot', run: '15DA', day: '2027-01-05', gate: utc(2026, 11, 21, 15) },
  {
    name: 'MISO’s gate is fixed EST in summer too',
    area: 'miso',
    run: 'DAM',
    day: '2026-07-02',
    gate: utc(2026, 6, 1, 14),
  },
  { name: 'a gate on the leap day', area: 'isone', run: 'DAM', day: '2028-03-01', gate: utc(2028, 1, 29, 14) },
] as const)('gateInstant: $name', ({ area, run, day, gate }) => {
  expect(new Date(gateInstant(areaById(area), run, day)).toISOString()).toBe(new Date(gate).toISOString());
});
