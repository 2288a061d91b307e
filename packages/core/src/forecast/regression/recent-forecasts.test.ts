import { expect, test } from 'vitest';
import type { DayTable } from '../inputs/day-table.js';
import { type Member, RecentForecasts } from './member.js';

/** A table with given changes, and a member that records which days it forecasts. */
function countedMember() {
  const firstChanged: number[] = [100];
  const asked: string[] = [];
  const table = {
    get changes() {
      return firstChanged.length;
    },
    changedSince: (changes: number) => Math.min(200, ...firstChanged.slice(changes)),
  } as Pick<DayTable, 'changes' | 'changedSince'> as DayTable;
  const member = {
    predict(from: number, to: number) {
      asked.push(`${from}..${to - 1}`);
      return Array.from({ length: to - from }, (_, i) => Float64Array.of(from + i, asked.length));
    },
  } as Pick<Member, 'predict'> as Member;
  const recentForecasts = new RecentForecasts();
  const issue = (from: number, to: number) => {
    recentForecasts.dropStale([table]);
    return recentForecasts.forecastsOf(member, from, to).map(([day]) => day);
  };
  return { asked, issue, change: (day: number) => firstChanged.push(day), recentForecasts };
}

test.each([
  ['nothing has changed: only the issue day', [], '110..110'],
  ['the issue day has a new hour: the day before may have read it', [110], '109..110'],
  ['a day was restated: all that may have read it', [105], '104..110'],
  ['two days were restated: from the first on', [107, 103], '102..110'],
  ['a day long before was restated: all', [20], '101..110'],
])('%s is forecast again', (_name, changed, asked) => {
  const { asked: requested, issue, change } = countedMember();
  const first = issue(101, 110);
  for (const day of changed) change(day);
  expect(issue(101, 110)).toEqual(first);
  expect(requested).toEqual(['101..110', asked]);
});

test('a day later the days before come from the cache', () => {
  const { asked, issue, change } = countedMember();
  issue(101, 110);
  change(110);
  expect(issue(101, 111)).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]);
  expect(asked).toEqual(['101..110', '109..111']);
});

test('with a new fit the cache is empty', () => {
  const { asked, issue, recentForecasts } = countedMember();
  issue(101, 110);
  recentForecasts.clear();
  issue(101, 110);
  expect(asked).toEqual(['101..110', '101..110']);
});
