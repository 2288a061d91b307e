import type { Areas } from '@loadcast/core';
import { type AreaBacktest, type BacktestRun, type Judgement, judge } from '@loadcast/core/backtest';
import type { PointsOf } from './points-file.js';

export interface JudgedRun extends Judgement {
  readonly run: BacktestRun;
}

/**
 * Judges every run over its areas.
 *
 * @param against another model's points: only areas and runs that it has are judged then
 */
export function judgeRuns(results: readonly AreaBacktest[], areas: Areas, against?: PointsOf): JudgedRun[] {
  const runs = [...new Set(results.flatMap((result) => result.runs.map(({ run }) => run)))];
  return runs.flatMap((run) => {
    const cases = results.flatMap(({ areaId, runs: ofArea }) => {
      const points = ofArea.find((each) => each.run === run)?.points;
      const other = against?.(areaId, run);
      if (!points || (against && !other)) return [];
      return { zone: areas.byId(areaId).marketTimezone, points, other };
    });
    const judged = judge(cases);
    return judged.cuts.length > 0 ? { run, ...judged } : [];
  });
}

export function pointsOf(results: readonly AreaBacktest[]): PointsOf {
  return (areaId, run) =>
    results.find((result) => result.areaId === areaId)?.runs.find((each) => each.run === run)?.points;
}
