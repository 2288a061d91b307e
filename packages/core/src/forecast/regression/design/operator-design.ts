import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../climatology/climatology.js';
import type { SeriesInputs } from '../../inputs/inputs.js';
import { OPERATOR } from '../../settings.data.js';
import { calendarGroups, type FeatureGroup, featureGroup, sumOver } from './feature-group.js';
import { IssueDesign } from './issue-design.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import { OperatorDay } from './operator-day.js';

/** Parameters of the operator's features. */
export interface OperatorFeatureOptions {
  /** Hours of the issue day that are known: 0 to 23. */
  readonly knownHours: number;
  /** Last lead day whose operator forecast is read: 0 today, 1 tomorrow. */
  readonly operatorDays: 0 | 1;
  /** Ridge penalty of the operator's features, in units of the load features'. */
  readonly errorPenalty: number;
  readonly anomalyPenalty: number;
}

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

/** Features of the operator's forecast: its recent errors, and its forecast minus climatology. */
export function operatorFeatures(options: OperatorFeatureOptions): readonly FeatureGroup<OperatorDay>[] {
  const { knownHours, operatorDays, errorPenalty, anomalyPenalty } = options;
  /** Change by four hours from the day before to the last day that the operator has forecast. */
  const changeOf = (operator: OperatorDay, day: DayNumber, part: number): number => {
    const anomalies = operator.anomalies();
    const before = (hour: number) => (operatorDays > 0 ? anomalies[hour]! : operator.loadResidual(day - 1, hour));
    return sumOver(4 * part, 4 * part + 4, (hour) => anomalies[24 * operatorDays + hour]! - before(hour)) / 4;
  };
  return [
    featureGroup('errors of known hours', knownHours, 0.5 * errorPenalty, (it, day, hour) => it.error(day, hour)),
    featureGroup('errors of the day before', 24, errorPenalty, (it, day, hour) => it.error(day - 1, hour)),
    featureGroup(
      'four-hour errors two days before',
      6,
      errorPenalty,
      (it, day, part) => sumOver(4 * part, 4 * part + 4, (hour) => it.error(day - 2, hour)) / 4,
    ),
    featureGroup(
      'mean errors of the last week, by hour',
      24,
      errorPenalty,
      (it, day, hour) => sumOver(1, 8, (back) => it.error(day - back, hour)) / 7,
    ),
    // Subtracting all of the mean error of four weeks may be too much.
    featureGroup('mean errors of four weeks, by hour', 24, errorPenalty, (it, _, hour) => it.clippedBias(hour)),
    featureGroup(
      'forecast minus climatology',
      24 * (operatorDays + 1),
      anomalyPenalty,
      (it, _, hour) => it.anomalies()[hour]!,
    ),
    featureGroup('forecast change to the last day', 6, anomalyPenalty, changeOf),
    featureGroup('size of that change', 6, anomalyPenalty, (it, day, part) => Math.abs(changeOf(it, day, part))),
    ...calendarGroups(operatorDays, errorPenalty),
  ];
}
