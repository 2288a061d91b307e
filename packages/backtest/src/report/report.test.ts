import { CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { type AreaBacktest, type BacktestPoints, emptyPoints, operatingDays } from '@loadcast/core/backtest';
import { describe, expect, test } from 'vitest';
import { reportHtml } from './report.js';

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
const page = reportHtml(head, [result, { areaId: 'vea', runs: [], models: [], issues: 0, gaps: [] }], CONTRACT_AREAS);

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
    'Bias by hour of day',
    'MAPE by lead',
    'Coverage by hour of day',
    'Coverage by month',
    'PIT 15DA',
    '2023-06-18',
  ])('has a chart: %s', (title) => expect(page).toContain(`role="img" aria-label="${title}"`));

  test('is drawn by the console: error by hour and weekday, reliability, the fan of the worst day', () => {
    const heat = page.slice(page.indexOf('<table class="heat">'));
    expect(heat.slice(0, heat.indexOf('</table>')).match(/<td class="heat-/g)).toHaveLength(7 * 24);
    expect(page).toMatch(/aria-label="Reliability DAM: 10 % promised, \d+ % seen; 50 % promised/);
    expect(page).toMatch(/<path class="band interval" d="M[^"]+Z"/);
    expect(page).toMatch(/\.heat-5 ?\{/);
  });

  test('at most six leads are named below an axis of hundreds', () => {
    const chart = page.slice(page.indexOf('aria-label="MAPE by lead"'));
    expect(chart.slice(0, chart.indexOf('</figure>')).match(/<text class="time"/g)?.length).toBeLessThanOrEqual(6);
  });

  test('no coordinate is missing or not a number', () => {
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});
