import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../../climatology/model-series.js';
import type { View } from '../../../inputs/inputs.js';
import type { MultiDayInputs } from '../../../inputs/multi-day-inputs.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import { IssueDesign } from '../issue-design.js';
import { LoadDesign, type LoadDesignOptions } from '../load-design.js';
import { faultOn, MultiDayIssue, type MultiDaySource, multiDayFeatures } from './multi-day-issue.js';

/** Parameters of a regression on forecasts of several days. */
export interface MultiDayDesignOptions extends LoadDesignOptions {
  readonly errorPenalty: number;
  readonly anomalyPenalty: number;
}

/** The load, given the operator's own forecasts of today and up to seven days more, corrected by their mean errors of four weeks. */
export function multiDayDesign(
  own: ModelSeries,
  inputs: MultiDayInputs,
  neighbours: readonly ModelSeries[],
  options: MultiDayDesignOptions,
): IssueDesign<MultiDayIssue> {
  const { knownHours, clip } = options;
  const { climatology } = own;
  const lastLeadDay = Math.min(options.lastLeadDay, MULTI_DAY.lastLeadDay);
  const sourceOf = (view: View, trainingCutoff: DayNumber): MultiDaySource => {
    return { inputs, load: own[view], knownHours, climatology, trainingCutoff, clip, faults: new Map() };
  };
  return new IssueDesign(new LoadDesign(own, neighbours, { ...options, lastLeadDay }), {
    groups: multiDayFeatures(knownHours, options),
    daysBefore: OPERATOR.debiasDays + MULTI_DAY.lastLeadDay,
    lastLeadDay,
    open(view, trainingCutoff) {
      const source = sourceOf(view, trainingCutoff);
      return (day) => new MultiDayIssue(source, day);
    },
    faultOn: (day) => faultOn(sourceOf('issueView', day), day),
  });
}
