import { OPERATOR } from '../../settings.data.js';
import { calendarGroups } from './calendar-groups.js';
import type { FeatureGroup } from './feature-group.js';
import type { OperatorDay } from './operator-day.js';

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

/** A group of features made from the operator's forecasts and errors before and on an issue day. */
export type OperatorFeatures = FeatureGroup<OperatorDay>;

/** Features of the operator's forecast: its recent errors, and its forecast minus climatology. */
export function operatorFeatures(options: OperatorFeatureOptions): readonly OperatorFeatures[] {
  const { knownHours, operatorDays, errorPenalty, anomalyPenalty } = options;
  return [
    { name: 'errors of known hours', count: knownHours, penalty: 0.5 * errorPenalty, write: errorsOf(0, knownHours) },
    { name: 'errors of the day before', count: 24, penalty: errorPenalty, write: errorsOf(1, 24) },
    { name: 'four-hour errors two days before', count: 6, penalty: errorPenalty, write: writeFourHourErrors },
    { name: 'mean errors of the last week, by hour', count: 24, penalty: errorPenalty, write: writeWeekErrors },
    // Subtracting all of the mean error of four weeks may be too much.
    { name: 'mean errors of four weeks, by hour', count: 24, penalty: errorPenalty, write: writeBias },
    {
      name: 'forecast minus climatology',
      count: 24 * (operatorDays + 1),
      penalty: anomalyPenalty,
      write: (operator, _day, out, at) => out.set(operator.anomalies(), at),
    },
    { name: 'forecast change to the last day', count: 6, penalty: anomalyPenalty, write: changesTo(operatorDays) },
    {
      name: 'size of that change',
      count: 6,
      penalty: anomalyPenalty,
      write(operator, day, out, at) {
        changesTo(operatorDays)(operator, day, out, at);
        for (let i = at; i < at + 6; i++) out[i] = Math.abs(out[i]!);
      },
    },
    ...calendarGroups(operatorDays, errorPenalty),
  ];
}

function errorsOf(back: number, count: number): OperatorFeatures['write'] {
  return (operator, day, out, at) => {
    for (let hour = 0; hour < count; hour++) out[at + hour] = operator.error(day - back, hour);
  };
}

const writeFourHourErrors: OperatorFeatures['write'] = (operator, day, out, at) => {
  for (let part = 0; part < 6; part++) {
    let sum = 0;
    for (let hour = 4 * part; hour < 4 * part + 4; hour++) sum += operator.error(day - 2, hour);
    out[at + part] = sum / 4;
  }
};

const writeWeekErrors: OperatorFeatures['write'] = (operator, day, out, at) => {
  for (let hour = 0; hour < 24; hour++) {
    let sum = 0;
    for (let back = 1; back <= OPERATOR.recentDays; back++) sum += operator.error(day - back, hour);
    out[at + hour] = sum / OPERATOR.recentDays;
  }
};

const writeBias: OperatorFeatures['write'] = (operator, _day, out, at) => {
  for (let hour = 0; hour < 24; hour++) out[at + hour] = operator.clippedBias(hour);
};

/** Change by four hours from the day before to the last day that the operator has forecast. */
function changesTo(operatorDays: 0 | 1): OperatorFeatures['write'] {
  return (operator, day, out, at) => {
    const anomalies = operator.anomalies();
    for (let part = 0; part < 6; part++) {
      let change = 0;
      for (let hour = 4 * part; hour < 4 * part + 4; hour++) {
        const before = operatorDays > 0 ? anomalies[hour]! : operator.loadResidual(day - 1, hour);
        change += anomalies[24 * operatorDays + hour]! - before;
      }
      out[at + part] = change / 4;
    }
  };
}
