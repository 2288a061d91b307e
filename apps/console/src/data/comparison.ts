import { HOUR_MS } from '../time/wall-clock.js';
import { type ColumnsAnswer, instants, numbers, ofRegion, placer, texts } from './columns.js';
import type { FanValues, Values } from './values.js';

/** One grid's hours, without a gap in the axis. */
export interface Comparison extends FanValues {
  readonly code: string;
  readonly startMs: number;
  readonly count: number;
  readonly issuedMs: Values;
  /** Whether the operator's forecast of an hour was published after ours was chosen. */
  readonly isOperatorLate: readonly boolean[];
}

const COLUMNS = {
  actual: 'actual_mw',
  forecast: 'loadcast_mw',
  p10: 'p10',
  p90: 'p90',
  operator: 'operator_mw',
} as const;

/** When our forecast was made, when it was chosen, and when the operator's was published. */
const TIMES = ['issued_at', 'naive_issued_at', 'operator_issued_at'] as const;

/** `/v1/demand/compare?format=columns` by grid, on the hours `[startMs, endMs)`. */
export function comparisonsOf(answer: ColumnsAnswer, startMs: number, endMs: number): readonly Comparison[] {
  const count = Math.round((endMs - startMs) / HOUR_MS);
  const codes = new Set(texts(answer, 'region').filter((code) => code !== undefined));
  return [...codes].map((code) => {
    const own = ofRegion(answer, code);
    const placed = placer(own, startMs, count);
    const series = Object.fromEntries(
      Object.entries(COLUMNS).map(([name, column]) => [name, placed(numbers(own, column))]),
    ) as Record<keyof typeof COLUMNS, Values>;
    const [issuedMs = [], gateMs = [], operatorMs = []] = TIMES.map((column) => placed(instants(own, column)));
    const isLate = operatorMs.map((at, hour) => at !== null && at > (gateMs[hour] ?? Number.POSITIVE_INFINITY));
    return { code, startMs, count, ...series, issuedMs, isOperatorLate: isLate };
  });
}

/** Whether one of some grids has an operator's forecast in the hours that are shown. */
export const hasOperator = (all: readonly Pick<Comparison, 'operator'>[]): boolean =>
  all.some(({ operator }) => operator.some((value) => value !== null));

/** The newest hour with a value; -1 where there is none. */
export const newestIndex = (values: Values): number => values.findLastIndex((value) => value !== null);
