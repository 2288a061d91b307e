import { addHour, type ErrorSums, noErrors, type Scores, scoresOf } from '../accuracy/error-sums.js';
import { bootstrapRatio } from '../backtest/bootstrap-ratio.js';
import { type DieboldMariano, dieboldMariano } from '../backtest/diebold-mariano.js';
import { BudgetMap } from '../budgets/budget-map.js';
import { drained } from '../peaks/drained.js';
import { HOUR_MS } from '../time/instant.js';
import { localDay } from '../time/operating-day.js';
import { localDateTime } from '../time/zone.js';
import type { ComparedColumn, StoredPoints } from './stored-points.js';

/** Ways to cut the scored hours: all in one, by hour of day, weekday (0 is Sunday), month (1 to 12), hours of lead, or day. */
export const SCORES_BY = ['all', 'hour', 'weekday', 'month', 'lead', 'day'] as const;

export type ScoresBy = (typeof SCORES_BY)[number];

/** What a forecast is compared with in every answer, and the column of its values. */
export const COMPARED = {
  operator: 'operatorMw',
  naive_24h: 'naive24Mw',
  naive_168h: 'naive168Mw',
} as const satisfies Record<string, keyof StoredPoints>;

export type ComparedName = keyof typeof COMPARED;

/** A forecast that is compared, and ours on the hours for which both have a value. */
export interface PairScores {
  /** A name of `COMPARED`, or the id of a forecaster. */
  readonly name: string;
  readonly scores: Scores;
  readonly ours: Scores;
  /** `1 - our MAE / its MAE`, percent, with the 95 % interval of a block bootstrap over days; NaN below 14 days. */
  readonly skillPct: number;
  readonly skillLowPct: number;
  readonly skillHighPct: number;
  /** The Diebold-Mariano test of daily absolute errors; its statistic is positive where the other is more accurate. */
  readonly test: DieboldMariano;
  /** Hours whose forecast became known after ours was chosen. */
  readonly lateHours: number;
}

/** Scores of one cut. */
export interface GroupScores {
  /** `all`, a number, or a day `YYYY-MM-DD`. */
  readonly key: string;
  readonly ours: Scores;
  readonly pairs: readonly PairScores[];
}

interface Pair {
  readonly column: ComparedColumn;
  readonly ours: ErrorSums;
  readonly other: ErrorSums;
  /** Absolute errors of each day that has an hour, MW, in order, and the last of those days. */
  readonly days: { over: number; under: number }[];
  day: string;
  lateHours: number;
}

interface Group {
  readonly ours: ErrorSums;
  readonly pairs: readonly Pair[];
}

const NAMES = Object.keys(COMPARED) as readonly ComparedName[];

/** Every answer compares ours with three forecasts; points that have a forecaster's hours compare them too. */
function columnsOf(points: StoredPoints): readonly ComparedColumn[] {
  const none = new Float64Array(points.start.length).fill(Number.NaN);
  const always = NAMES.map((name) => ({ name, valueMw: points[COMPARED[name]], p10Mw: none, p90Mw: none }));
  return [...always, ...(points.submitted ?? [])];
}

/** Scores of points are made once for each cut. */
const kept = new WeakMap<StoredPoints, Map<string, readonly GroupScores[]>>();

/**
 * Scores of the hours that have a forecast and an actual, cut by `by`, ascending; a cut without such an hour is left out.
 *
 * @param zone the clock of hour, weekday, month and day
 */
export function scoreGroups(points: StoredPoints, zone: string, by: ScoresBy): readonly GroupScores[] {
  return drained(scoreGroupsInSteps(points, zone, by));
}

/** `scoreGroups` in steps of a millisecond or so. */
export function* scoreGroupsInSteps(
  points: StoredPoints,
  zone: string,
  by: ScoresBy,
): Generator<void, readonly GroupScores[]> {
  const cuts = kept.get(points) ?? new Map<string, readonly GroupScores[]>();
  kept.set(points, cuts);
  const known = cuts.get(`${zone} ${by}`);
  if (known) return known;
  const groups = [...(yield* sumGroups(points, zone, by))].sort(([a], [b]) =>
    by === 'day' ? (a < b ? -1 : 1) : Number(a) - Number(b),
  );
  const made: GroupScores[] = [];
  for (const [key, group] of groups) {
    yield;
    made.push(groupScores(key, group));
  }
  cuts.set(`${zone} ${by}`, made);
  return made;
}

/** Hours that are summed, or named by a clock, between two steps. */
const HOURS_A_STEP = 500;

function* sumGroups(points: StoredPoints, zone: string, by: ScoresBy): Generator<void, Map<string, Group>> {
  const groups = new Map<string, Group>();
  const { actualMw, valueMw, p10Mw, p90Mw, operatorLateMs } = points;
  const columns = columnsOf(points);
  const days = yield* clockKeys(points.start, zone, 'day');
  const keys = by === 'all' || by === 'lead' ? undefined : yield* clockKeys(points.start, zone, by);
  for (let row = 0; row < actualMw.length; row++) {
    if (row % HOURS_A_STEP === 0) yield;
    const [actual, value] = [actualMw[row]!, valueMw[row]!];
    if (Number.isNaN(actual + value)) continue;
    const key = keys?.[row] ?? (by === 'lead' ? leadKey(points, row) : 'all');
    const group = groups.get(key) ?? emptyGroup(columns);
    groups.set(key, group);
    addHour(group.ours, actual, value, p10Mw[row]!, p90Mw[row]!);
    for (const pair of group.pairs) {
      const { column } = pair;
      const other = column.valueMw[row]!;
      if (Number.isNaN(other)) continue;
      addHour(pair.ours, actual, value, p10Mw[row]!, p90Mw[row]!);
      addHour(pair.other, actual, other, column.p10Mw[row]!, column.p90Mw[row]!);
      const ofDay = dayOf(pair, days[row]!);
      ofDay.over += Math.abs(value - actual);
      ofDay.under += Math.abs(other - actual);
      if (column.name === 'operator' && operatorLateMs[row]! > 0) pair.lateHours++;
    }
  }
  return groups;
}

/** Hours come in order, so that a new day is after all others. */
function dayOf(pair: Pair, day: string): Pair['days'][number] {
  if (pair.day === day) return pair.days.at(-1)!;
  const added = { over: 0, under: 0 };
  pair.day = day;
  pair.days.push(added);
  return added;
}

const leadKey = ({ start, issuedAt }: StoredPoints, row: number): string =>
  String(Math.floor((start[row]! - issuedAt[row]!) / HOUR_MS));

type ClockCut = Exclude<ScoresBy, 'all' | 'lead'>;

/** All areas in a time zone share the same cuts of hours. A year's are 70 kB. */
const keptKeys = new BudgetMap<string, readonly string[]>('score_cuts');

/** The cut that each of some hours is in. @param start of the hours, each an hour after the one before */
function* clockKeys(start: Float64Array, zone: string, by: ClockCut): Generator<void, readonly string[]> {
  const name = `${zone} ${by} ${start[0]} ${start.length}`;
  const known = keptKeys.get(name);
  if (known) return known;
  const keys: string[] = [];
  for (const at of start) {
    if (keys.length % HOURS_A_STEP === 0) yield;
    keys.push(by === 'day' ? localDay(zone, at) : String(localDateTime(zone, at)[by]));
  }
  keptKeys.set(name, keys);
  return keys;
}

function emptyGroup(columns: readonly ComparedColumn[]): Group {
  const empty = () => ({ ours: noErrors(), other: noErrors(), days: [], day: '', lateHours: 0 });
  return { ours: noErrors(), pairs: columns.map((column) => ({ column, ...empty() })) };
}

function groupScores(key: string, { ours, pairs }: Group): GroupScores {
  return { key, ours: scoresOf(ours), pairs: pairs.map(pairScores) };
}

function pairScores({ column, ours, other, days, lateHours }: Pair): PairScores {
  const [scores, own] = [scoresOf(other), scoresOf(ours)];
  const { low, high } = bootstrapRatio(days);
  return {
    name: column.name,
    scores,
    ours: own,
    skillPct: 100 * (1 - own.maeMw / scores.maeMw),
    skillLowPct: 100 * (1 - high),
    skillHighPct: 100 * (1 - low),
    test: dieboldMariano(days),
    lateHours,
  };
}
