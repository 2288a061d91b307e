import { expect, test } from 'vitest';
import type { Member } from '../regression/member.js';
import { combineLogs, LAST_LEAD_DAY, OUTPUTS, type Part, untriedWeights } from './ensemble.js';

const member = { past: new Map() } as unknown as Member;
const first: Part = { kind: 'weather', member, isReserve: false };
const second: Part = { kind: 'operator', member, isReserve: false };
const reserve: Part = { kind: 'grids', member, isReserve: true };
const NOTHING = Number.NaN;

const everywhere = (value: number) => new Float64Array(OUTPUTS).fill(value);
const byLead = (value: number) => new Float64Array(LAST_LEAD_DAY + 1).fill(value);

test.each<{ name: string; parts: Part[]; says: number[]; mean: number }>([
  { name: 'the first choice alike', parts: [first, second, reserve], says: [1, 3, 100], mean: 2 },
  { name: 'the one of them that speaks', parts: [first, second, reserve], says: [NOTHING, 3, 100], mean: 3 },
  {
    name: 'the reserve where none of them speaks',
    parts: [first, second, reserve],
    says: [NOTHING, NOTHING, 9],
    mean: 9,
  },
  { name: 'nobody where all are silent', parts: [first, reserve], says: [NOTHING, NOTHING], mean: NOTHING },
])('untried, $name', ({ parts, says, mean }) => {
  const combined = combineLogs(parts, says.map(everywhere), untriedWeights(parts));
  expect(new Set(combined)).toEqual(new Set([mean]));
});

test.each<{ name: string; together: number[]; reserves: number[]; says: number[]; mean: number }>([
  { name: 'a reserve counts beside the first choice', together: [3, 1], reserves: [0, 1], says: [4, 8], mean: 5 },
  { name: 'and alone where that is silent', together: [3, 1], reserves: [0, 1], says: [NOTHING, 8], mean: 8 },
  {
    name: 'the silent reserve leaves it to the first choice',
    together: [3, 1],
    reserves: [0, 1],
    says: [4, NOTHING],
    mean: 4,
  },
  {
    name: 'one of weight 0 speaks when all others are silent',
    together: [0, 1],
    reserves: [0, 1],
    says: [4, NOTHING],
    mean: 4,
  },
])('with weights, $name', ({ together, reserves, says, mean }) => {
  const weights = { together: together.map(byLead), reserves: reserves.map(byLead) };
  const combined = combineLogs([first, reserve], says.map(everywhere), weights);
  expect(new Set(combined)).toEqual(new Set([mean]));
});

test('weights are those of the lead day, and a shorter member stops at its last', () => {
  const weights = { together: [byLead(1), byLead(0).fill(1, 1)], reserves: [byLead(0), byLead(0)] };
  const combined = combineLogs([first, second], [everywhere(2), everywhere(6).subarray(0, 48)], weights);
  expect([combined[23], combined[24], combined[47], combined[48]]).toEqual([2, 4, 4, 2]);
});
