import type { BaselineComparison, Scores } from '@loadcast/core/accuracy';
import { roundMw } from '@loadcast/formats';

/** Two decimals; null where there is nothing to score. */
function rounded(value: number): number | null {
  return Number.isFinite(value) ? roundMw(value) : null;
}

/** The five metrics of the contract. */
export function metricsJson(scores: Scores): Readonly<Record<string, number | null>> {
  return {
    mape_pct: rounded(scores.mapePct),
    mae_mw: rounded(scores.maeMw),
    rmse_mw: rounded(scores.rmseMw),
    bias_mw: rounded(scores.biasMw),
    sample_hours: scores.hours,
  };
}

/** How good p10 and p90 were, over the hours that carry them. */
export function intervalJson(scores: Scores): Readonly<Record<string, number | null>> {
  return {
    coverage_pct: rounded(scores.coveragePct),
    mean_width_mw: rounded(scores.widthMw),
    interval_hours: scores.intervalHours,
  };
}

/** The baseline, and the model on the same hours. */
export function baselineJson({ name, scores, modelScores, skillPct, lateHours }: BaselineComparison): object {
  return {
    name,
    metrics: metricsJson(scores),
    model_metrics: metricsJson(modelScores),
    skill_pct: rounded(skillPct),
    ...(name === 'operator' && { late_hours: lateHours }),
  };
}
