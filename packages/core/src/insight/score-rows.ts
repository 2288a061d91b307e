import type { Scores } from '../accuracy/error-sums.js';
import { COMPARED, type GroupScores, type PairScores } from './score-groups.js';

/** One forecast of one cut. */
export interface ScoreRow {
  /** The group: `all`, a number, or a day. */
  readonly key: string;
  /** `loadcast`, a name of `COMPARED`, or the id of a forecaster. */
  readonly forecast: string;
  readonly hours: number;
  /** Undefined where too few hours are scored: `pending`. */
  readonly scores: Scores | undefined;
  /** Scores compared with ours on the same hours; undefined for ours, and where both have the same hours. */
  readonly pair: PairScores | undefined;
}

/** A week of hours: fewer say nothing. */
const LEAST_HOURS = 168;

const FORECASTS: readonly string[] = ['loadcast', ...Object.keys(COMPARED)];

/**
 * A row a cut and forecast: ours over every hour that it has, the others on the hours that both have. A forecast with fewer
 * than 168 such hours in all cuts together is pending.
 *
 * @param whole scores of all hours; undefined where there are none, and then one cut of all hours has a pending row each
 * @param forecasters ids of those that were compared too
 */
export function scoreRows(
  whole: GroupScores | undefined,
  groups: readonly GroupScores[],
  forecasters: readonly string[] = [],
): ScoreRow[] {
  if (!whole) return [...FORECASTS, ...forecasters].map((forecast) => pendingRow('all', forecast, 0));
  return groups.flatMap(({ key, ours, pairs }): ScoreRow[] => {
    const isEnough = whole.ours.hours >= LEAST_HOURS;
    const own: ScoreRow = {
      key,
      forecast: 'loadcast',
      hours: ours.hours,
      scores: isEnough ? ours : undefined,
      pair: undefined,
    };
    const others = pairs.map((pair, index): ScoreRow => {
      const { hours } = pair.scores;
      if (whole.pairs[index]!.scores.hours < LEAST_HOURS) return pendingRow(key, pair.name, hours);
      return { key, forecast: pair.name, hours, scores: pair.scores, pair };
    });
    return [own, ...others];
  });
}

const pendingRow = (key: string, forecast: string, hours: number): ScoreRow => ({
  key,
  forecast,
  hours,
  scores: undefined,
  pair: undefined,
});
