import type { ModelSeries } from '../../climatology/model-series.js';
import type { SeriesInputs } from '../../inputs/inputs.js';
import { OPERATOR } from '../../settings.data.js';
import { IssueDesign } from './issue-design.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import { OperatorDay } from './operator-day.js';
import { type OperatorFeatureOptions, operatorFeatures } from './operator-features.js';

/** Parameters of an operator regression. */
export interface OperatorDesignOptions extends LoadDesignOptions, OperatorFeatureOptions {}

/** The load, given the operator's own forecast of today and perhaps tomorrow, corrected by its mean error of four weeks. */
export function operatorDesign(
  own: ModelSeries,
  operator: SeriesInputs,
  neighbours: readonly ModelSeries[],
  options: OperatorDesignOptions,
): IssueDesign<OperatorDay> {
  const { operatorDays, clip } = options;
  const { climatology } = own;
  return new IssueDesign(new LoadDesign(own, neighbours, options), {
    groups: operatorFeatures(options),
    daysBefore: OPERATOR.debiasDays,
    lastLeadDay: operatorDays,
    open(view, trainingCutoff, rows) {
      const shared = { climatology, trainingCutoff, operatorDays, clip, loadResidual: rows.residual.bind(rows) };
      const source = { operator: operator[view], load: own[view], ...shared };
      return (day) => new OperatorDay(source, day);
    },
  });
}
