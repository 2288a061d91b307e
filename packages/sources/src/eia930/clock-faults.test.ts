import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLOCK_FAULTS } from './clock-faults.data.js';

const PAGE = readFileSync(new URL('../../../../docs/data.md', import.meta.url), 'utf8');
const TABLE = PAGE.slice(PAGE.indexOf('## Clock faults'), PAGE.indexOf('## Screening'));

test.each(CLOCK_FAULTS)(
  'docs/data.md lists the clock fault of $series from $from',
  ({ from, to, series, shiftHours }) => {
    const row = TABLE.split('\n').find(
      (line) => line.includes(from.replace(/Z$/, '')) && line.includes(series.split('-')[0]!),
    );
    expect(row).toContain(series.split('-').at(-1));
    expect(row).toContain(to === null ? 'since' : to.replace(/Z$/, ''));
    expect(row).toContain(shiftHours < 0 ? 'one hour late' : 'one hour early');
  },
);

test('docs/data.md lists no other clock fault', () => {
  const listed = new Set(TABLE.match(/\d{4}-\d\d-\d\dT\d\d:\d\d/g));
  const known = CLOCK_FAULTS.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  expect([...listed].sort()).toEqual([...new Set(known.map((text) => text.replace(/Z$/, '')))].sort());
});
