import { type StillLine, stillCharts } from '@loadcast/console/charts';
import { type Areas, localDay } from '@loadcast/core';
import type { Scores } from '@loadcast/core/accuracy';
import { type AreaBacktest, type BacktestPoints, slicePoints, worstDays } from '@loadcast/core/backtest';
import { areaCode } from '@loadcast/formats';
import { escapeHtml, fixed, table } from './html.js';

const WORST_DAYS = 10;
const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
/** Slices with a smaller part than this of the fullest one's hours say nothing: leads that only a clock change has. */
const FEWEST_OF_USUAL = 0.05;

type Values = StillLine['values'];

/** A cut with few positions, each of which has a name. */
interface Cut {
  readonly by: 'hour' | 'month';
  readonly text: string;
  readonly first: number;
  readonly names: readonly string[];
  readonly every: number;
}

const BY_HOUR: Cut = { by: 'hour', text: 'by hour of day', first: 0, names: HOURS, every: 6 };
const BY_MONTH: Cut = { by: 'month', text: 'by month', first: 1, names: MONTHS, every: 2 };

interface Measure {
  readonly title: string;
  readonly unit: string;
  readonly value: (scores: Scores) => number;
  /** A level that would be right. */
  readonly target?: number;
}

const MAPE: Measure = { title: 'MAPE', unit: '%', value: ({ mapePct }) => mapePct };
const BIAS: Measure = { title: 'Bias', unit: 'MW', value: ({ biasMw }) => biasMw, target: 0 };
const COVERAGE: Measure = { title: 'Coverage', unit: '%, of 80', value: ({ coveragePct }) => coveragePct, target: 80 };

const CHARTS: readonly (readonly [Measure, Cut])[] = [
  [MAPE, BY_HOUR],
  [MAPE, BY_MONTH],
  [BIAS, BY_HOUR],
  [COVERAGE, BY_HOUR],
  [COVERAGE, BY_MONTH],
];

/** Everything about one area, folded away until it is opened. */
export function areaSection({ areaId, runs }: AreaBacktest, areas: Areas): string {
  const area = areas.byId(areaId);
  const zone = area.marketTimezone;
  const charts = CHARTS.map(([{ title, unit, value, target }, { by, text, first, names, every }]) =>
    stillCharts.lines({
      title: `${title} ${text}`,
      unit,
      ...(target !== undefined && { target }),
      lines: runs.map(({ run, points }) => ({
        text: run,
        values: placed(slicePoints(points, zone, by), value, first, names.length),
      })),
      hasDots: by === 'month',
      ticks: names.flatMap((name, at) => (at % every === 0 ? [{ at, text: name }] : [])),
    }),
  );
  const [top] = runs;
  return [
    `<details><summary><b>${escapeHtml(areaCode(area))}</b> ${escapeHtml(area.name)}</summary>`,
    `<div class="charts">${[...charts, leadChart(runs, zone)].join('')}</div>`,
    ...(top ? [weekChart(top.run, top.points, zone), worstSection(top.run, top.points, zone)] : []),
    '</details>',
  ].join('\n');
}

function leadChart(runs: AreaBacktest['runs'], zone: string): string {
  const cuts = runs.map(({ run, points }) => ({ run, slices: slicePoints(points, zone, 'lead') }));
  const leads = cuts.flatMap(({ slices }) => [...slices.keys()]);
  if (leads.length === 0) return '';
  const first = Math.min(...leads);
  const count = Math.max(...leads) - first + 1;
  const lines = cuts.map(({ run, slices }) => ({ text: run, values: placed(slices, MAPE.value, first, count) }));
  return stillCharts.byLead({ title: 'MAPE by lead', unit: 'by hours ahead', firstLead: first, lines });
}

/** The scores of slices by their place from the first on; null where too few hours say anything. */
function placed(
  slices: ReadonlyMap<number, Scores>,
  value: (scores: Scores) => number,
  first: number,
  count: number,
): Values {
  const most = Math.max(...[...slices.values()].map(({ hours }) => hours));
  return Array.from({ length: count }, (_, i) => {
    const scores = slices.get(first + i);
    return scores && scores.hours >= FEWEST_OF_USUAL * most ? numberOrNull(value(scores)) : null;
  });
}

function weekChart(run: string, points: BacktestPoints, zone: string): string {
  const slices = slicePoints(points, zone, 'weekHour');
  const at = (weekday: number, hour: number): number | null =>
    numberOrNull(slices.get(24 * weekday + hour)?.mapePct ?? Number.NaN);
  return stillCharts.heatMap({
    caption: `MAPE of ${run} by hour and weekday, %, by market time; darker is worse`,
    rows: WEEK,
    columns: HOURS,
    values: WEEK.map((_, weekday) => HOURS.map((_name, hour) => at(weekday, hour))),
    text: (value) => `${fixed(value ?? Number.NaN, 1)} %`,
  });
}

function worstSection(run: string, points: BacktestPoints, zone: string): string {
  const days = worstDays(points, zone, WORST_DAYS);
  if (days.length === 0) return '';
  const curves = days.map(({ operatingDay, scores }) => {
    const hours = [...points.start.keys()].filter((row) => localDay(zone, points.start[row]!) === operatingDay);
    const curve = (column: Float64Array): Values => hours.map((row) => numberOrNull(column[row]!));
    return stillCharts.fan({
      title: operatingDay,
      unit: `MW, MAPE ${fixed(scores.mapePct, 1)} %`,
      startMs: points.start[hours[0] ?? 0]!,
      zone,
      actual: curve(points.actualMw),
      forecast: curve(points.valueMw),
      p10: curve(points.p10Mw),
      p90: curve(points.p90Mw),
      operator: curve(points.operatorMw),
    });
  });
  return [
    table(`Worst days of ${run}`, days, [
      ['day', ({ operatingDay }) => operatingDay],
      ['MAPE %', ({ scores }) => fixed(scores.mapePct, 2)],
      ['bias MW', ({ scores }) => fixed(scores.biasMw, 0)],
      ['covered %', ({ scores }) => fixed(scores.coveragePct, 0)],
      ['hours', ({ scores }) => String(scores.hours)],
    ]),
    `<div class="charts">${curves.join('')}</div>`,
  ].join('\n');
}

const numberOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
