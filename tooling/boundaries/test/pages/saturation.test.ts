import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';

const FEEDERS = 50_000;
const READS_A_SECOND = 100_000;
const CORES = 4;

const page = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8');
const numberOf = (text: string): number => Number(text.replaceAll(',', ''));
const rows = [...page.matchAll(/^\| ([^|]+) \| ([\d.]+) ms \| ([\d,]+) \| ([\d.]+) \| ([\d,]+) \|$/gm)].map(
  ([, part, costMs, demand, cores, most]) => ({
    ...{ part: part!, costMs: Number(costMs), demand: numberOf(demand!), cores: Number(cores), most: numberOf(most!) },
  }),
);
const [forecast, queue, database] = rows;
const mostInAMinute = ({ costMs }: { costMs: number }): number => Math.round((60_000 * CORES) / costMs);

test.each(rows)('what $part needs follows from its cost', ({ part, costMs, demand, cores, most }) => {
  const isRead = part === 'forecast read';
  expect(demand).toBe(isRead ? READS_A_SECOND : Math.round(FEEDERS / 60));
  expect(cores).toBe(Number((((isRead ? demand : FEEDERS / 60) * costMs) / 1_000).toFixed(1)));
  expect(most).toBe(Math.round((1_000 * CORES) / costMs));
});

test('the part that saturates first, and the first that cannot be divided, are named with their figures', () => {
  const first = rows.toSorted((one, other) => other.cores - one.cores)[0];
  expect([rows.length, first]).toEqual([4, forecast]);
  const text = page.replaceAll(/\s+/g, ' ');
  const figures = [forecast!, database!].map((part) => mostInAMinute(part).toLocaleString('en-US'));
  expect(text).toContain(`The forecast saturates first: ${figures[0]} series a minute`);
  expect(text).toContain(`it is full at ${figures[1]} series a minute`);
  const both = forecast!.costMs + queue!.costMs;
  expect(text).toContain(`1,100 areas take ${Math.round(1.1 * both)} s of CPU`);
  expect(text).toContain(`${(both / forecast!.costMs).toFixed(1)} times the forecasts alone`);
});
