import { type AreaBacktest, type BacktestPoints, emptyPoints, operatingDays } from '@loadcast/core/backtest';
import { describe, expect, test } from 'vitest';
import { barChart, lineChart } from './charts.js';
import { reportHtml } from './report.js';

const HOUR_MS = 3_600_000;

function pointsOf(offMw: (row: number) => number): BacktestPoints {
  const points = emptyPoints('America/New_York', operatingDays('2023-06-01', '2023-06-30'));
  for (let row = 0; row < points.start.length; row++) {
    points.issuedAt[row] = points.start[0]! + (24 * Math.floor(row / 24) - 15) * HOUR_MS;
    points.actualMw[row] = 1000 + (row % 24);
    points.valueMw[row] = points.actualMw[row]! + offMw(row);
    points.p10Mw[row] = points.valueMw[row]! - 20;
    points.p90Mw[row] = points.valueMw[row]! + 20;
    points.naive168Mw[row] = points.actualMw[row]! - 100;
    points.operatorDebiasedMw[row] = points.actualMw[row]! + 5;
  }
  return points;
}

const result: AreaBacktest = {
  areaId: 'pjm',
  runs: [
    { run: 'DAM', points: pointsOf((row) => (Math.floor(row / 24) === 17 ? 300 : row % 30)) },
    { run: '15DA', points: pointsOf((row) => row % 50) },
  ],
  models: [{ name: 'm', version: '1' }],
  issues: 60,
  gaps: [{ reason: '<script>alert("load")</script>', issues: 2 }],
};
const head = { model: 'm@1', from: '2023-06-01', to: '2023-06-30', settings: { inputs: 'own & others' } };
const page = reportHtml(head, [result, { areaId: 'vea', runs: [], models: [], issues: 0, gaps: [] }]);

/** The first tag that closes another than the one that is open, or stays open. */
function firstUnbalanced(html: string): string | undefined {
  const open: string[] = [];
  for (const [tag, closing, name, self] of html.matchAll(/<(\/?)([a-z0-9]+)[^<>]*?(\/?)>/gi)) {
    if (self === '/') continue;
    if (closing === '') open.push(name!);
    else if (open.pop() !== name) return tag;
  }
  return open.at(-1);
}

describe('the report', () => {
  test('needs nothing from elsewhere: no script, no address, no source', () => {
    expect(page).not.toMatch(/<script|<link|<img|src=|href=|url\(|https?:|@import/i);
  });

  test('is well formed, with every text escaped', () => {
    expect(firstUnbalanced(page.slice(page.indexOf('<body>')).replace('</html>', ''))).toBeUndefined();
    expect(page).toContain('own &amp; others');
    expect(page).toContain('&lt;script&gt;alert(&quot;load&quot;)&lt;/script&gt;');
  });

  test('shows scores, the comparison with its count and interval, and the worst day first', () => {
    expect(page).toContain('<th scope="row">PJM DAM</th><td>720</td>');
    const compared = new RegExp(/PJM DAM<\/th><td>operator debiased<\/td><td>720<\/td>.*/).exec(page)?.[0];
    expect(compared).toMatch(/<td>-?\d+\.\d\d to -?\d+\.\d\d<\/td><\/tr>$/);
    const worst = page.slice(page.indexOf('Worst days of DAM'));
    expect(/<th scope="row">(\d{4}-\d\d-\d\d)/.exec(worst)?.[1]).toBe('2023-06-18');
  });

  test.each([
    'MAPE by hour of day',
    'MAPE by month',
    'MAPE by weekday',
    'MAPE by lead',
    'Coverage by hour of day',
    'Reliability DAM',
    'PIT 15DA',
  ])('has a chart: %s', (title) => expect(page).toContain(`aria-label="${title}"`));

  test('no coordinate is missing or not a number', () => {
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('charts', () => {
  const options = { title: 't', unit: 'u', labelX: String };
  test('a higher value is drawn higher', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 1, y: 2 },
    ];
    const path = / d="(M[^"]*)" fill="none"/.exec(lineChart([{ name: 's', points }], options))![1]!;
    const [, low, high] = /^M\S+ (\S+)L\S+ (\S+)$/.exec(path)!.map(Number);
    expect(high).toBeLessThan(low!);
  });

  test('a missing value and a wide gap break the line', () => {
    const points = [0, 1, 2, 10, 11].map((x) => ({ x, y: x === 1 ? Number.NaN : x }));
    const html = lineChart([{ name: 's', points }], options, 3);
    expect(/ d="(M[^"]*)" fill="none"/.exec(html)![1]!.match(/[ML]/g)).toEqual(['M', 'L', 'M', 'L']);
  });

  test('bars stand on zero and say their value', () => {
    const html = barChart(
      {
        name: 's',
        points: [
          { x: 0, y: 30 },
          { x: 1, y: 60 },
        ],
      },
      options,
    );
    const heights = [...html.matchAll(/height="([\d.]+)" fill/g)].map((match) => Number(match[1]));
    expect(heights[1]! / heights[0]!).toBeCloseTo(2, 1);
    expect(html).toContain('<title>1: 60.00</title>');
  });

  test('nothing to draw is no chart', () => {
    expect(lineChart([{ name: 's', points: [] }], options)).toBe('');
    expect(lineChart([{ name: 's', points: [{ x: 0, y: Number.NaN }] }], options)).toBe('');
  });
});
