import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { createSurfaceC } from './surface-c.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const receivedAt = Date.parse('2026-07-10T18:00:30Z');
const GOOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/demand': {
    tac_area: 'PGE',
    startdatetime: '20260710T00:00-0700',
    enddatetime: '20260710T03:00-0700',
    market_run_id: 'RTM',
    resultformat: '6',
    version: '1',
  },
  '/historical': { tac_area: 'PGE', date: '2026-07-09', metric: 'mape' },
  '/tac-areas': {},
};

let world: ReportWorld;
beforeAll(async () => {
  world = await reportWorld('2026-07-01', '2026-07-10', { areas: ['pge'] });
});

const nasty = fc.oneof(
  fc.constantFrom(
    ']]>',
    '&xxe;',
    '<script>',
    "=cmd|' /C calc'!A0",
    '@SUM(A1)',
    '__proto__',
    'constructor',
    '\u0000',
    '\u001b[31m',
    '\r\nX-Evil: 1',
    '\u2028',
    '\ufffe',
    '',
    ' ',
    '7',
    '-0',
    '1e9',
    'x'.repeat(3_500),
    'x'.repeat(7_000),
    '9999-12-31',
    '0001-01-01',
    '99991231T00:00-2359',
    '00010101T00:00+2359',
    '19000101T00:00-0000',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const encoded = fc.oneof(
  { weight: 4, arbitrary: nasty.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))) },
  { weight: 1, arbitrary: fc.constantFrom('%ZZ', '%00', '%c0%af', '%ed%a0%80', '%', '\u00ff') },
);
const attack = fc.constantFrom(...Object.keys(GOOD)).chain((path) =>
  fc
    .array(fc.tuple(fc.constantFrom('__proto__', 'date[]', 'x', ...Object.keys(GOOD[path]!)), encoded), {
      minLength: 1,
      maxLength: 3,
    })
    .map((attacks) => {
      const kept = Object.entries(GOOD[path]!).filter(([name]) => !attacks.some(([attacked]) => attacked === name));
      const pairs = [...kept.map(([name, value]) => [name, encodeURIComponent(value)]), ...attacks];
      return { path, query: pairs.map(([name, value]) => `${encodeURIComponent(name!)}=${value}`).join('&') };
    }),
);

const CELL = /^(\d{8}T\d\d:\d\d[+-]\d{4}|-?\d+(\.\d\d?)?|[A-Z0-9_]+|)$/;

// docs/faults.md: faults 81, 82
test('hostile parameters never yield a 5xx, a malformed document, or a CSV cell that holds their text', async () => {
  const surface = createSurfaceC(world);
  await fc.assert(
    fc.asyncProperty(attack, async ({ path, query }) => {
      const answer = await ask(surface, query, { receivedAt, path });
      expect([200, 400, 404]).toContain(answer.status);
      const type = answer.headers['content-type']!;
      if (type.startsWith('text/csv')) {
        for (const cell of answer.text.trimEnd().split(/[\n,]/)) expect(cell).toMatch(CELL);
      } else if (type.startsWith('application/json')) {
        expect(Object.keys(JSON.parse(answer.text)).length).toBeGreaterThan(0);
      } else {
        expect(answer.text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<OASISReport xmlns=')).toBe(true);
        expect(answer.text.replace(/<[^<>]*>/g, '')).not.toMatch(
          /[<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/,
        );
      }
      if (path !== '/demand') expect(type).toBe('application/json; charset=utf-8');
    }),
    {
      numRuns: 300,
      examples: ['9999-12-31', '0001-01-01', '0100-02-28', '1883-11-18'].map(
        (date): [{ path: string; query: string }] => [{ path: '/historical', query: `tac_area=PGE&date=${date}` }],
      ),
    },
  );
});
