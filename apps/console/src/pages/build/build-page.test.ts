import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Facts } from '../../data/facts.js';
import { BUILD } from './build-page.js';

const zones = { zone: 'America/New_York', marketZone: 'America/New_York' };
const facts: Facts = {
  ...{ nowMs: Date.UTC(2026, 10, 21), clockSpeed: 1, notice: undefined, attribution: '', isSimulated: false },
  grids: ['CAISO', 'PJM'].map((code) => ({ code, name: code, territory: '', ...zones })),
  utilities: [{ code: 'PGE', name: 'Pacific Gas and Electric', territory: '', ...zones }],
  programs: [],
  horizons: [{ id: '1d', days: 1, gate: 'dam', gateDays: 1 }],
  formats: ['csv'],
  demo: ['CAISO', 'PJM', 'PGE'],
  ...{ signUp: 'open', signUpPlan: undefined, allowsHttp: false, baseUrl: 'http://h' },
};

test.each([
  { query: '', note: undefined },
  { query: 'region=', note: undefined },
  { query: 'region=pjm', note: undefined },
  { query: 'region=PGE', note: 'This form has no grid PGE, so it shows CAISO.' },
  { query: 'region=xx', note: 'This form has no grid XX, so it shows CAISO.' },
])('/build?$query says that it shows another grid: $note', ({ query, note }) => {
  const html = renderToString(BUILD.view({ facts, path: '/build', query, embedded: [] }));
  expect(/This form has no grid[^.]*\./.exec(html)?.[0]).toBe(note);
});
