import { stillCharts } from '@loadcast/console/charts';
import type { Areas } from '@loadcast/core';
import {
  type AreaBacktest,
  type BacktestPoints,
  type BacktestRun,
  differenceInterval,
  type ForecastColumn,
  reliabilityOf,
  scorePaired,
} from '@loadcast/core/backtest';
import { areaCode } from '@loadcast/formats';
import { judgeRuns } from '../judge/judge-runs.js';
import { gapLines, summarise } from '../summary.js';
import { areaSection } from './area-section.js';
import { type Cell, escapeHtml, fixed, table } from './html.js';
import { STYLE } from './style.data.js';

/** What the page says about how the results were made. */
export interface ReportHead {
  readonly model: string;
  readonly from: string;
  readonly to: string;
  /** Name and value of each setting. */
  readonly settings: Readonly<Record<string, string>>;
}

const COMPARED: readonly { column: ForecastColumn; name: string }[] = [
  { column: 'naive24Mw', name: 'naive 24 h' },
  { column: 'naive168Mw', name: 'naive 168 h' },
  { column: 'operatorMw', name: 'operator' },
  { column: 'operatorDebiasedMw', name: 'operator debiased' },
];

/** The results of a backtest as one page that needs nothing else: no network, no script. */
export function reportHtml(head: ReportHead, results: readonly AreaBacktest[], areas: Areas): string {
  const scored = results.filter(({ runs }) =>
    runs.some(({ points }) => points.valueMw.some((mw) => !Number.isNaN(mw))),
  );
  const gaps = gapLines(results, areas).map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Backtest ${escapeHtml(`${head.from} to ${head.to}`)}</title><style>${stillCharts.style()}${STYLE}</style></head><body><main>
<h1>Backtest of ${escapeHtml(head.model)}</h1>
<p>Operating days ${escapeHtml(head.from)} to ${escapeHtml(head.to)}. ${Object.entries(head.settings)
    .map(([name, value]) => `${escapeHtml(name)}: <b>${escapeHtml(value)}</b>`)
    .join(' · ')}</p>
<p>Each forecast was made from what was known at its gate. Hours whose actual is missing or flagged by screening are left
out, the same for every run and baseline. Errors are forecast minus actual.</p>
<h2>Scores</h2>
${scoresTable(results, areas)}
${gaps.length > 0 ? `<h3>Not forecast, not scored</h3><ul>${gaps.join('')}</ul>` : ''}
<h2>Seasons</h2>
<p>Means over areas. Pinball is the mean loss of p10, of the value as p50 and of p90, in percent of the load.</p>
${seasonsTable(results, areas)}
<h2>Against baselines, on the same hours</h2>
<p>Difference of MAPE in percentage points (negative: the model is better) with a 95 % interval: moving-block bootstrap,
blocks of 7 days, 1000 resamples. The operator’s own day-ahead forecast is compared as published after clock correction,
and debiased by its mean error of the same hour over 28 days.</p>
${comparisonTable(scored, areas)}
<h2>Calibration</h2>
<p>Reliability: how often the actual was at or below each quantile; on the diagonal is right. PIT: how many hours fell
between neighbouring quantiles against how many should; a forecast whose ends stand above 1 is too narrow.</p>
<div class="charts">${calibrationCharts(scored)}</div>
<h2>Areas</h2>
${scored.map((result) => areaSection(result, areas)).join('\n')}
</main></body></html>
`;
}

function scoresTable(results: readonly AreaBacktest[], areas: Areas): string {
  const head = [
    'area and run',
    'hours',
    'MAPE %',
    'MAE MW',
    'RMSE MW',
    'bias MW',
    'pinball MW',
    'CRPS MW',
    'covered %',
    'width MW',
  ];
  const rows = summarise(results, areas).map(({ area, run, scores, baseline }): (string | Cell)[] => [
    `${areaCode(area)} ${run}`,
    String(scores.hours),
    fixed(scores.mapePct, 2),
    fixed(scores.maeMw, 0),
    fixed(scores.rmseMw, 0),
    fixed(scores.biasMw, 0),
    fixed(scores.pinballMw, 1),
    fixed(scores.crpsMw, 1),
    { text: fixed(scores.coveragePct, 1), tone: Math.min(0, (3 - Math.abs(scores.coveragePct - 80)) / 5) },
    fixed(scores.widthMw, 0),
    { text: fixed(baseline.scores.mapePct, 2) },
    skillCell(100 * (1 - scores.maeMw / baseline.scores.maeMw)),
  ]);
  return table('', [...head, 'last week %', 'skill %'], rows);
}

function seasonsTable(results: readonly AreaBacktest[], areas: Areas): string {
  const rows = judgeRuns(results, areas).flatMap(({ run, cuts }) =>
    cuts
      .filter(({ cut }) => !cut.startsWith('hour'))
      .map(({ cut, hours, model }): (string | Cell)[] => [
        `${run} ${cut}`,
        String(hours),
        fixed(model.mapePct, 2),
        fixed(model.pinballPct, 3),
        fixed(model.crpsPct, 3),
        fixed(model.biasPct, 2),
        { text: fixed(model.coveragePct, 1), tone: Math.min(0, (5 - Math.abs(model.coveragePct - 80)) / 5) },
        fixed(model.lowestCoveragePct, 1),
        fixed(model.highestCoveragePct, 1),
      ]),
  );
  const head = [
    'run and season',
    'hours',
    'MAPE %',
    'pinball %',
    'CRPS %',
    'bias %',
    'covered %',
    'lowest area',
    'highest',
  ];
  return table('', head, rows);
}

function skillCell(skillPct: number): Cell {
  return { text: fixed(skillPct, 1), tone: skillPct / 60 };
}

function comparisonTable(results: readonly AreaBacktest[], areas: Areas): string {
  const rows = results.flatMap(({ areaId, runs }) => {
    const area = areas.byId(areaId);
    return runs.flatMap(({ run, points }) =>
      COMPARED.flatMap(({ column, name }): (string | Cell)[][] => {
        const { hours, differencePct, lowPct, highPct } = differenceInterval(points, column, area.marketTimezone);
        if (hours === 0) return [];
        const { model, baseline } = scorePaired(points, column);
        const isSure = lowPct > 0 || highPct < 0;
        return [
          [
            `${areaCode(area)} ${run}`,
            name,
            String(hours),
            fixed(model.mapePct, 2),
            fixed(baseline.mapePct, 2),
            { text: fixed(differencePct, 2), ...(isSure && { tone: -differencePct / 3 }) },
            `${fixed(lowPct, 2)} to ${fixed(highPct, 2)}`,
          ],
        ];
      }),
    );
  });
  return table('', ['area and run', 'baseline', 'hours', 'model %', 'baseline %', 'difference', '95 % interval'], rows);
}

function calibrationCharts(results: readonly AreaBacktest[]): string {
  const runs = [...new Set(results.flatMap((result) => result.runs.map(({ run }) => run)))];
  return runs
    .flatMap((run) => {
      const ofRun = results.flatMap((result) =>
        result.runs.filter((each) => each.run === run).map(({ points }) => points),
      );
      return [reliabilityChart(run, ofRun), pitChart(run, ofRun)];
    })
    .join('');
}

function reliabilityChart(run: BacktestRun, areas: readonly BacktestPoints[]): string {
  const known = areas.map((points) => reliabilityOf(points)).filter(({ hours }) => hours > 0);
  const levels = known[0]?.levels ?? [];
  const points = levels.map(({ nominal }, level) => ({
    promisedPct: Math.round(100 * nominal),
    observedPct: 100 * meanOf(known.map((each) => each.levels[level]!.observed)),
  }));
  return stillCharts.reliability({ title: `Reliability ${run}`, points });
}

function pitChart(run: BacktestRun, areas: readonly BacktestPoints[]): string {
  const pits = areas.map((points) => reliabilityOf(points)).filter(({ hours }) => hours > 0);
  const parts = pits[0]?.pit ?? [];
  return stillCharts.lines({
    title: `PIT ${run}`,
    unit: 'hours between neighbouring quantiles, 1 is right',
    lines: [
      { text: 'mean of areas', values: parts.map((_, part) => meanOf(pits.map(({ pit }) => pit[part]!.density))) },
    ],
    ticks: parts.map(({ from, to }, at) => ({
      at,
      text: parts.length > 6 ? `${Math.round(100 * from)}` : `${Math.round(100 * from)} to ${Math.round(100 * to)} %`,
    })),
    target: 1,
    hasDots: true,
  });
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
