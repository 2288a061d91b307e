import { stillCharts } from '@loadcast/console/charts';
import type { Areas } from '@loadcast/core';
import {
  type AreaBacktest,
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

export interface ReportHead {
  readonly model: string;
  readonly from: string;
  readonly to: string;
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
  const rows = summarise(results, areas);
  return table('', rows, [
    ['area and run', ({ area, run }) => `${areaCode(area)} ${run}`],
    ['hours', ({ scores }) => String(scores.hours)],
    ['MAPE %', ({ scores }) => fixed(scores.mapePct, 2)],
    ['MAE MW', ({ scores }) => fixed(scores.maeMw, 0)],
    ['RMSE MW', ({ scores }) => fixed(scores.rmseMw, 0)],
    ['bias MW', ({ scores }) => fixed(scores.biasMw, 0)],
    ['pinball MW', ({ scores }) => fixed(scores.pinballMw, 1)],
    ['CRPS MW', ({ scores }) => fixed(scores.crpsMw, 1)],
    ['covered %', ({ scores }) => coverageCell(scores.coveragePct, 3)],
    ['width MW', ({ scores }) => fixed(scores.widthMw, 0)],
    ['last week %', ({ baseline }) => fixed(baseline.scores.mapePct, 2)],
    ['skill %', ({ scores, baseline }) => skillCell(100 * (1 - scores.maeMw / baseline.scores.maeMw))],
  ]);
}

function seasonsTable(results: readonly AreaBacktest[], areas: Areas): string {
  const rows = judgeRuns(results, areas).flatMap(({ run, cuts }) => cuts.map((cut) => ({ run, ...cut })));
  const seasons = rows.filter(({ cut }) => !cut.startsWith('hour'));
  return table('', seasons, [
    ['run and season', ({ run, cut }) => `${run} ${cut}`],
    ['hours', ({ hours }) => String(hours)],
    ['MAPE %', ({ model }) => fixed(model.mapePct, 2)],
    ['pinball %', ({ model }) => fixed(model.pinballPct, 3)],
    ['CRPS %', ({ model }) => fixed(model.crpsPct, 3)],
    ['bias %', ({ model }) => fixed(model.biasPct, 2)],
    ['covered %', ({ model }) => coverageCell(model.coveragePct, 5)],
    ['lowest area', ({ model }) => fixed(model.lowestCoveragePct, 1)],
    ['highest', ({ model }) => fixed(model.highestCoveragePct, 1)],
  ]);
}

/** The share of hours within the bounds, colored where it is farther from 80 % than is usual. */
function coverageCell(coveragePct: number, usualPct: number): Cell {
  return { text: fixed(coveragePct, 1), tone: Math.min(0, (usualPct - Math.abs(coveragePct - 80)) / 5) };
}

function skillCell(skillPct: number): Cell {
  return { text: fixed(skillPct, 1), tone: skillPct / 60 };
}

function comparisonTable(results: readonly AreaBacktest[], areas: Areas): string {
  const rows = results.flatMap(({ areaId, runs }) => {
    const area = areas.byId(areaId);
    return runs.flatMap(({ run, points }) =>
      COMPARED.map(({ column, name }) => ({
        ...differenceInterval(points, column, area.marketTimezone),
        ...scorePaired(points, column),
        subject: `${areaCode(area)} ${run}`,
        name,
      })),
    );
  });
  const compared = rows.filter(({ hours }) => hours > 0);
  return table('', compared, [
    ['area and run', ({ subject }) => subject],
    ['baseline', ({ name }) => name],
    ['hours', ({ hours }) => String(hours)],
    ['model %', ({ model }) => fixed(model.mapePct, 2)],
    ['baseline %', ({ baseline }) => fixed(baseline.mapePct, 2)],
    ['difference', differenceCell],
    ['95 % interval', ({ lowPct, highPct }) => `${fixed(lowPct, 2)} to ${fixed(highPct, 2)}`],
  ]);
}

function differenceCell({ differencePct, lowPct, highPct }: ReturnType<typeof differenceInterval>): Cell {
  const isSure = lowPct > 0 || highPct < 0;
  return { text: fixed(differencePct, 2), ...(isSure && { tone: -differencePct / 3 }) };
}

function calibrationCharts(results: readonly AreaBacktest[]): string {
  const runs = [...new Set(results.flatMap((result) => result.runs.map(({ run }) => run)))];
  return runs
    .flatMap((run) => {
      const ofRun = results.flatMap((result) => result.runs.filter((each) => each.run === run));
      const known = ofRun.map(({ points }) => reliabilityOf(points)).filter(({ hours }) => hours > 0);
      return [reliabilityChart(run, known), pitChart(run, known)];
    })
    .join('');
}

type Reliabilities = readonly ReturnType<typeof reliabilityOf>[];

function reliabilityChart(run: BacktestRun, known: Reliabilities): string {
  const levels = known[0]?.levels ?? [];
  const points = levels.map(({ nominal }, level) => ({
    promisedPct: Math.round(100 * nominal),
    observedPct: 100 * meanOf(known.map((each) => each.levels[level]!.observed)),
  }));
  return stillCharts.reliability({ title: `Reliability ${run}`, points });
}

function pitChart(run: BacktestRun, pits: Reliabilities): string {
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
