import { expect, test } from 'vitest';
import type { Facts } from './facts.js';
import { callsOf, gridsOf, hoursOf, mayRead, type Reader, rootOf, scoredAreasOf, streamedAreas } from './reader.js';

const grid = (code: string) => ({ code, name: code, territory: code, zone: 'UTC', marketZone: 'UTC' });
const facts = (demo: readonly string[]): Facts => ({
  nowMs: 0,
  notice: undefined,
  attribution: '',
  isSimulated: false,
  clockSpeed: 1,
  grids: ['CAISO', 'PJM'].map(grid),
  utilities: ['PGE', 'SCE'].map(grid),
  programs: [],
  horizons: [],
  formats: [],
  demo,
  signUp: 'open',
  signUpPlan: undefined,
  allowsHttp: false,
  baseUrl: '',
});
const ALL = ['CAISO', 'PJM'];
const scored = (world: Facts, who: Reader) => scoredAreasOf(world, who).map(({ code }) => code);

test.each<{ who: Reader; demo: readonly string[]; codes: readonly string[]; root: string }>([
  { who: 'guest', demo: ALL, codes: ['PJM'], root: '/demo/v1' },
  { who: 'free', demo: ALL, codes: ALL, root: '/demo/v1' },
  { who: 'free', demo: ['CAISO'], codes: ['CAISO'], root: '/demo/v1' },
  { who: 'free', demo: ['CAISO'], codes: ['PJM'], root: '/v1' },
  { who: 'free', demo: ['CAISO'], codes: ALL, root: '/v1' },
  { who: 'free', demo: [], codes: ['PJM'], root: '/v1' },
  { who: 'full', demo: ALL, codes: ALL, root: '/v1' },
])('$who asks $root about $codes where the demo shows $demo', ({ who, demo, codes, root }) => {
  expect(rootOf(codes, facts(demo), who)).toBe(root);
});

test.each<{ demo: readonly string[] }>([{ demo: ALL }, { demo: ['CAISO'] }, { demo: [] }])(
  'no account sees less than a guest where the demo shows $demo',
  ({ demo }) => {
    const world = facts(demo);
    for (const who of ['free', 'full'] as const) {
      for (const code of gridsOf(world, 'guest')) {
        expect(gridsOf(world, who)).toContain(code);
        expect(scored(world, who)).toContain(code);
        expect(hoursOf(code, world, { side: 'back', wanted: 72 }, who)).toBe(72);
        if (who === 'free') expect(rootOf([code], world, who)).toBe('/demo/v1');
      }
    }
  },
);

test('a Free account asks of the demo what it shows and the rest itself, no further than its plan goes', () => {
  const world = facts(['CAISO']);
  expect(callsOf(world, 'free')).toEqual([['CAISO'], ['PJM']]);
  const hours = (code: string, side: 'back' | 'ahead') => hoursOf(code, world, { side, wanted: 72 }, 'free');
  expect([hours('CAISO', 'back'), hours('CAISO', 'ahead')]).toEqual([72, 72]);
  expect([hours('PJM', 'back'), hours('PJM', 'ahead')]).toEqual([23, 48]);
  expect(callsOf(world, 'full')).toEqual([ALL]);
  expect(scored(world, 'free')).toEqual(['CAISO']);
});

test.each<{ who: Reader; demo: readonly string[]; codes: readonly string[] }>([
  { who: 'guest', demo: ['CAISO', 'PJM', 'PGE', 'SCE'], codes: ['CAISO', 'PJM', 'PGE', 'SCE'] },
  { who: 'free', demo: ['CAISO', 'SCE'], codes: ['CAISO', 'SCE'] },
  { who: 'guest', demo: [], codes: [] },
  { who: 'full', demo: [], codes: ['CAISO', 'PJM', 'PGE', 'SCE'] },
])('$who sees pages and scores of $codes where the demo shows $demo; no utility is a grid', ({ who, demo, codes }) => {
  const world = facts(demo);
  expect(scored(world, who)).toEqual(codes);
  expect(codes.filter((code) => !mayRead(code, world, who))).toEqual([]);
  expect(streamedAreas('/demo/v1', world)).toEqual(demo);
  expect(gridsOf(world, who).filter((code) => !ALL.includes(code))).toEqual([]);
});
