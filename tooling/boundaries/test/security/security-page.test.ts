import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';
import { ASVS_REQUIREMENTS } from './asvs.data.js';

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** A row of the tables: `| 6.8.1 to 6.8.4 | 2 | words | why |`, or `not met: why`, or `does not apply: why`. */
const rows = [
  ...page.matchAll(/^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| (?:(not met|does not apply): )?([^|]+) \|$/gm),
].map(([, numbers, levels, , verdict = 'met', why]) => ({ numbers: numbers!, levels: levels!, verdict, why: why! }));

/** The requirements of a row: one, several with commas, or a range. */
function requirementsOf(numbers: string): readonly string[] {
  const [from, to] = numbers.split(' to ');
  if (to === undefined) return numbers.split(', ');
  const known = ASVS_REQUIREMENTS.map(({ number }) => number);
  return known.slice(known.indexOf(from!), known.indexOf(to) + 1);
}

/** Cited files: texts in backticks with a folder. */
const citations = (why: string): string[] => [...why.matchAll(/`([\w./-]+\/[\w.-]+\.ts)`/g)].map(([, file]) => file!);

test('every requirement of ASVS 5, sections 6, 7, 9 and 16, levels 1 and 2, has one row', () => {
  expect(rows.flatMap(({ numbers }) => requirementsOf(numbers))).toEqual(ASVS_REQUIREMENTS.map(({ number }) => number));
});

test.each(ASVS_REQUIREMENTS)('the row of $number has its level, $level', ({ number, level }) => {
  const row = rows.find(({ numbers }) => requirementsOf(numbers).includes(number));
  expect(row?.levels.split(', ')).toContain(String(level));
});

test.each(rows)('$numbers is $verdict, with a reason', ({ why }) => {
  expect(why).not.toMatch(/^not |^does /i);
  expect(why.length).toBeGreaterThan(10);
});

test('every file that a row cites exists', () => {
  const cited = rows.flatMap(({ why }) => citations(why));
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

/** Requirements of the documentation, and of what there is not in the code: no test can show them. */
const SHOWN_BY_A_PAGE =
  /docs\/|OPERATIONS\.md|there (is|are) (none|no)|no federation|link-pages\.ts|sign-out|handlers\//;

test('every requirement that is met names a test, a page or that there is nothing to test', () => {
  const bare = rows.filter(
    ({ verdict, why }) =>
      verdict === 'met' &&
      !citations(why).some((file) => /\.test\.ts$|\/testing\//.test(file)) &&
      !SHOWN_BY_A_PAGE.test(why),
  );
  expect(bare.map(({ numbers }) => numbers)).toEqual([]);
});
