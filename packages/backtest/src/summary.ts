import type { Area, Areas } from '@loadcast/core';
import type { Scores } from '@loadcast/core/accuracy';
import { type AreaBacktest, type BacktestRun, scorePaired, scorePoints } from '@loadcast/core/backtest';
import { areaCode } from '@loadcast/formats';

/** Scores of one area and run, and of the same hour last week on the same hours. */
export interface SummaryRow {
  readonly area: Area;
  readonly run: BacktestRun;
  readonly scores: Scores;
  readonly baseline: { readonly name: 'naive_168h'; readonly scores: Scores };
}

/** Rows of the areas and runs for which anything could be scored, in the order of the results. */
export function summarise(results: readonly AreaBacktest[], areas: Areas): SummaryRow[] {
  return results
    .flatMap(({ areaId, runs }) =>
      runs.map(({ run, points }) => ({
        area: areas.byId(areaId),
        run,
        scores: scorePoints(points),
        baseline: { name: 'naive_168h' as const, scores: scorePaired(points, 'naive168Mw').baseline },
      })),
    )
    .filter(({ scores }) => scores.hours > 0);
}

/** Why an area has fewer forecasts than mornings, or none: one line each. */
export function gapLines(results: readonly AreaBacktest[], areas: Areas): string[] {
  return results.flatMap(({ areaId, gaps, runs, issues }) => {
    const code = areaCode(areas.byId(areaId));
    const lines = gaps.map(({ reason, issues: missed }) =>
      missed === 0 ? `${code}: ${reason}` : `${code}: no forecast at ${missed} of ${issues + missed} gates: ${reason}`,
    );
    const unscored = runs
      .filter(({ points }) => scorePoints(points).hours === 0)
      .map(({ run, points }) => {
        const hasActuals = points.actualMw.some((mw) => !Number.isNaN(mw));
        return `${code} ${run}: nothing to score: ${hasActuals ? 'no forecast for any hour' : 'no usable actual in the period'}`;
      });
    return [...lines, ...unscored];
  });
}

/** The model that issued, as one name: all tiers that were used when there were several. */
export function modelName(results: readonly AreaBacktest[], asked: string): string {
  const names = new Set(results.flatMap(({ models }) => models.map(({ name, version }) => `${name}@${version}`)));
  return names.size === 0 ? asked : [...names].sort().join('+');
}

const rounded = (value: number, decimals: number): number | null =>
  Number.isNaN(value) ? null : Number(value.toFixed(decimals));

/** The documented JSON of a backtest. Percentages have 4 decimals, MW 2; null where a model gives no interval. */
export function summaryJson(model: string, from: string, to: string, rows: readonly SummaryRow[]) {
  return {
    model,
    from,
    to,
    rows: rows.map(({ area, run, scores, baseline }) => ({
      area: areaCode(area),
      run,
      n: scores.hours,
      mapePct: rounded(scores.mapePct, 4),
      maeMw: rounded(scores.maeMw, 2),
      rmseMw: rounded(scores.rmseMw, 2),
      biasMw: rounded(scores.biasMw, 2),
      pinballMw: rounded(scores.pinballMw, 2),
      crpsMw: rounded(scores.crpsMw, 2),
      coveragePct: rounded(scores.coveragePct, 3),
      widthMw: rounded(scores.widthMw, 2),
      baseline: {
        name: baseline.name,
        mapePct: rounded(baseline.scores.mapePct, 4),
        maeMw: rounded(baseline.scores.maeMw, 2),
      },
    })),
  };
}
