import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createCompatSurface } from './compat-surface.js';
import { createSingleZipSurface } from './single-zip-surface.js';
import { createSurfaceB } from './surface-b.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const receivedAt = Date.parse('2026-07-10T18:00:30Z');
const GOOD = {
  queryname: 'SLD_FCST',
  market_run_id: 'DAM',
  tac_area_name: 'CISO',
  startdatetime: '20260710T07:00-0000',
  enddatetime: '20260710T09:00-0000',
  resultformat: '6',
  version: '1',
  as_of: '2026-07-10T12:00:00Z',
} as const;
const NAMES = Object.keys(GOOD);

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '');

const nasty = fc.oneof(
  fc.constantFrom(
    ']]>',
    '<!--',
    '&xxe;',
    '<script>',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\u001b[31m',
    '\r\nX-Evil: 1',
    '\u2028',
    '\ufffe',
    '../../etc/passwd',
    '%',
    '',
    ' ',
    '7',
    '5',
    'TAC_AREAS',
    'null',
    'NaN',
    '1e9',
    '-0',
    'x'.repeat(3_500),
    'x'.repeat(7_000),
    '0'.repeat(2_000),
    'ALL',
    'CISO,PJM',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'tac_area_name[]', 'queryname[0]', 'TAC_AREA_NAME', 'x'),
  },
);
const encoded = fc.oneof(
  { weight: 4, arbitrary: nasty.map((text) => encodeURIComponent(wellFormed(text))) },
  { weight: 1, arbitrary: fc.constantFrom('%ZZ', '%00', '%c0%af', '%ed%a0%80', '%', '%ff', '\u00ff', '%E0%80%80') },
);
const query = fc
  .record({
    kept: fc.subarray(NAMES, { minLength: 3 }),
    attacks: fc.array(fc.tuple(name, encoded), { minLength: 1, maxLength: 3 }),
  })
  .map(({ kept, attacks }) => {
    const good = kept
      .filter((key) => !attacks.some(([attacked]) => attacked === key))
      .map((key) => `${key}=${encodeURIComponent(GOOD[key as keyof typeof GOOD])}`);
    return [...good, ...attacks.map(([attacked, value]) => `${encodeURIComponent(attacked)}=${value}`)].join('&');
  });

const TEXT_CELL =
  /^(\d{4}-\d\d-\d\d(T\d\d:00:00\+00:00)?|-?\d+(\.\d\d?)?|[A-Z0-9]+([-_][A-Z0-9]+)*|made-up-1\.2\.3|[A-Z][A-Za-z0-9-]*( [A-Za-z0-9-]+)+|America\/[A-Za-z_]+|active)$/;

// docs/faults.md: fault 52
describe('hostile parameters', () => {
  let world: ReportWorld;
  beforeAll(async () => {
    world = await reportWorld('2026-07-01', '2026-07-10', { areas: ['caiso', 'pjm'] });
  });

  // docs/faults.md: faults 81, 82
  test('never yield a 5xx, a malformed document, or a CSV cell that holds their text', async () => {
    const surfaces = [createSurfaceB(world), createCompatSurface(world)];
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...surfaces), async (raw, surface) => {
        const answer = await ask(surface, raw, { receivedAt });
        expect([200, 400, 403, 404]).toContain(answer.status);
        const type = answer.headers['content-type'];
        if (type === 'text/csv; charset=utf-8') {
          for (const line of answer.text.trimEnd().split('\n')) {
            for (const cell of line.split(',')) expect(cell).toMatch(TEXT_CELL);
          }
        } else if (type === 'application/json; charset=utf-8') {
          expect(Object.keys(JSON.parse(answer.text)).length).toBeGreaterThan(0);
        } else {
          expect(type).toBe('application/xml; charset=utf-8');
          expect(answer.text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<OASISReport xmlns="[^"]+">\n/);
          // Between tags there is no raw markup, and nothing that XML 1.0 cannot hold.
          expect(answer.text.replace(/<[^<>]*>/g, '')).not.toMatch(
            /[<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/,
          );
          expect(answer.text).not.toMatch(/\p{Surrogate}/u);
        }
        expect(answer.text.length).toBeLessThan(answer.status === 200 ? 100_000 : 2_000);
      }),
      { numRuns: 400 },
    );
  });

  test('never put anything of a caller into the names of a ZIP', async () => {
    const surface = createSingleZipSurface(world);
    await fc.assert(
      fc.asyncProperty(query, async (raw) => {
        const answer = await ask(surface, raw, { receivedAt });
        expect(answer.status).toBe(200);
        expect(answer.headers['content-disposition']).toMatch(
          /^inline; filename=(INVALID_REQUEST\.xml|\d{8}_\d{8}_SLD_FCST_(N|[A-Z0-9]{3,6})_\d{8}_\d\d_\d\d_\d\d_v1(\.xml)?)\.zip;$/,
        );
        expect(answer.bytes.readUInt32LE(0)).toBe(0x04034b50);
      }),
      { numRuns: 150 },
    );
  });
});
