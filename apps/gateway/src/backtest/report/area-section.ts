import { areaById, localDay } from '@loadcast/core';
import type { Scores } from '@loadcast/core/accuracy';
import {
  type AreaBacktest,
  type BacktestPoints,
  reliabilityOf,
  type SliceBy,
  slicePoints,
  worstDays,
} from '@loadcast/core/backtest';
import { codeOf } from '../../cli/values/read-areas.js';
import { type ChartOptions, type ChartSeries, lineChart } from './charts.js';
import { escapeHtml, fixed, table } from './html.js';

const WORST_DAYS = 10;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Leads of different runs are days apart: their lines are not joined. */
const LONGEST_LEAD_GAP = 2;
/** Slices with a smaller part than this of the fullest one's hours say nothing: leads that only a clock change has. */
const FEWEST_OF_USUAL = 0.05;

const SLICES: readonly { by: SliceBy; title: string; labelX: (x: number) => string }[] = [
  { by: 'hour', title: 'by hour of day', labelX: String },
  { by: 'month', title: 'by month', labelX: (x) => MONTHS[x - 1] ?? '' },
  { by: 'weekday', title: 'by weekday', labelX: (x) => WEEKDAYS[x] ?? '' },
];

/** Everything about one area, folded away until it is opened. */
export function areaSection({ areaId, runs }: AreaBacktest): string {
  const area = areaById(areaId);
  const zone = area.marketTimezone;
  const chart = (by: SliceBy, value: (scores: Scores) => number, options: ChartOptions): string =>
    lineChart(
      runs.map(({ run, points }): ChartSeries => ({ name: run, points: series(slicePoints(points, zone, by), value) })),
      options,
      by === 'lead' ? LONGEST_LEAD_GAP : undefined,
    );
  const mape = SLICES.map(({ by, title, labelX }) =>
    chart(by, (scores) => scores.mapePct, { title: `MAPE ${title}`, unit: '%', labelX }),
  );
  const coverage = SLICES.slice(0, 2).map(({ by, title, labelX }) =>
    chart(by, (scores) => scores.coveragePct, { title: `Coverage ${title}`, unit: '%, of 80', labelX, target: 80 }),
  );
  const lead = chart('lead', (scores) => scores.mapePct, {
    title: 'MAPE by lead',
    unit: '%, hours ahead',
    labelX: String,
  });
  const bias = chart('hour', (scores) => scores.biasMw, {
    title: 'Bias by hour of day',
    unit: 'MW',
    labelX: String,
    target: 0,
  });
  return [
    `<details><summary><b>${escapeHtml(codeOf(area))}</b> ${escapeHtml(area.name)}</summary>`,
    `<div class="charts">${[...mape, lead, bias, ...coverage].join('')}</div>`,
    ...runs.slice(0, 1).map(({ run, points }) => worstSection(run, points, zone)),
    '</details>',
  ].join('\n');
}

function series(slices: ReadonlyMap<number, Scores>, value: (scores: Scores) => number): ChartSeries['points'] {
  const most = Math.max(...[...slices.values()].map(({ hours }) => hours));
  return [...slices]
    .filter(([, { hours }]) => hours >= FEWEST_OF_USUAL * most)
    .map(([x, scores]) => ({ x, y: value(scores) }));
}

/** The worst days of a run, as numbers and as curves. */
function worstSection(run: string, points: BacktestPoints, zone: string): string {
  const days = worstDays(points, zone, WORST_DAYS);
  if (days.length === 0) return '';
  const rows = days.map(({ operatingDay, scores }) => [
    operatingDay,
    fixed(scores.mapePct, 2),
    fixed(scores.biasMw, 0),
    fixed(scores.coveragePct, 0),
    String(scores.hours),
  ]);
  const curves = days.map(({ operatingDay, scores }) => {
    const hours = [...points.start.keys()].filter((row) => localDay(zone, points.start[row]!) === operatingDay);
    const curve = (name: string, column: Float64Array, colour: number): ChartSeries => ({
      name,
      colour,
      points: hours.map((row, hour) => ({ x: hour, y: column[row]! / 1000 })),
    });
    return lineChart(
      [
        curve('actual', points.actualMw, 1),
        curve('forecast', points.valueMw, 0),
        curve('p10', points.p10Mw, 4),
        curve('p90', points.p90Mw, 4),
      ],
      { title: operatingDay, unit: `GW, MAPE ${fixed(scores.mapePct, 1)} %`, labelX: String },
    );
  });
  return [
    table(`Worst days of ${run}`, ['day', 'MAPE %', 'bias MW', 'covered %', 'hours'], rows),
    `<div class="charts">${curves.join('')}</div>`,
  ].join('\n');
}

/** Observed share of hours at or below each quantile of an area's run, percent. */
export function reliabilitySeries(name: string, points: BacktestPoints): ChartSeries {
  const { levels } = reliabilityOf(points);
  return { name, points: levels.map(({ nominal, observed }) => ({ x: 100 * nominal, y: 100 * observed })) };
}
