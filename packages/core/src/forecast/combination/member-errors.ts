import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { WEIGHTS } from '../settings.data.js';
import { combinationWeights } from './combination-weights.js';
import { type EnsembleMember, type EnsembleWeights, initialWeights, LAST_LEAD_DAY } from './ensemble.js';

/** Sums of products of errors of some members at one lead day, and the weights that follow from them. */
interface ErrorProducts {
  readonly leadDay: number;
  /** Indices of the members compared. */
  readonly compared: readonly number[];
  /** A square matrix, row-major, whose lower triangle is summed. */
  readonly products: Float64Array;
  nextDay: DayNumber;
  days: number;
  /** The table of weights, by member and lead day, that this one writes into. */
  readonly weights: readonly Float64Array[];
}

/** Days by which a member's past may begin later than the one's before it and still be of the same cohort. */
const SAME_START_DAYS = 31;

/**
 * Combination weights from the members' past errors, updated forward in time.
 *
 * Members whose past begins at about the same day are a cohort. The oldest cohort has the weights that its own errors give
 * it; each younger one is added with the days that it shares with all before it, by degrees: until then the weights are
 * those without it, since its few errors say little. A cohort whose fits have seen every season needs no errors.
 */
export class MemberErrors {
  readonly weights: EnsembleWeights;
  /** The cohort of each member, oldest first. */
  private readonly cohorts: readonly number[];
  /** Weights of the members of the first cohort, of the first two, and so on; 0 for others. */
  private readonly stages: readonly (readonly Float64Array[])[];
  private readonly members: readonly EnsembleMember[];
  private readonly actual: DayTable;
  private readonly firstDay: DayNumber;
  private readonly lastCutoff: DayNumber;
  private readonly sums: readonly ErrorProducts[];
  private readonly errors: Float64Array;

  /**
   * @param actual the load; hours that did not pass screening are skipped
   * @param firstDay first issue day that has forecasts
   * @param lastCutoff the refit's training cutoff, up to which the members' newest fits have their rows
   */
  constructor(members: readonly EnsembleMember[], actual: DayTable, firstDay: DayNumber, lastCutoff: DayNumber) {
    this.members = members;
    this.actual = actual;
    this.firstDay = firstDay;
    this.lastCutoff = lastCutoff;
    this.weights = initialWeights(members);
    this.cohorts = cohortsOf(members);
    const count = 1 + Math.max(...this.cohorts);
    this.stages = Array.from({ length: count }, (_, stage) =>
      count === 1 ? this.weights.withPrimary : initialWithout(members, (i) => this.cohorts[i]! > stage),
    );
    this.errors = new Float64Array(members.length);
    this.sums = Array.from({ length: LAST_LEAD_DAY + 1 }, (_, leadDay) => this.sumsOf(leadDay)).flat();
  }

  /** Adds the errors of all target days before `trainingCutoff`, and sets `weights`. */
  fitTo(trainingCutoff: DayNumber): void {
    for (const sums of this.sums) {
      if (sums.compared.length === 1) continue;
      while (sums.nextDay + sums.leadDay < trainingCutoff) this.addDay(sums, sums.nextDay++);
      if (sums.days < WEIGHTS.fewestComparedDays) continue;
      const best = combinationWeights(sums.products, sums.compared.length);
      sums.compared.forEach((member, i) => {
        sums.weights[member]![sums.leadDay] = best[i]!;
      });
    }
    if (this.stages.length === 1) return;
    for (let leadDay = 0; leadDay <= LAST_LEAD_DAY; leadDay++) this.joinStages(leadDay, trainingCutoff);
  }

  /**
   * Sets the weights of a lead day: each cohort is trusted by the days that it shares with those before it, or by its rows
   * where they reach over two years.
   */
  private joinStages(leadDay: number, trainingCutoff: DayNumber): void {
    const { withPrimary } = this.weights;
    for (const [stage, table] of this.stages.entries()) {
      const days = this.sums.find((each) => each.leadDay === leadDay && each.weights === table)?.days ?? 0;
      const known = days < WEIGHTS.fewestComparedDays ? 0 : days / WEIGHTS.trustedDays;
      const share = stage === 0 ? 1 : Math.min(1, Math.max(known, this.ageOf(stage, trainingCutoff)));
      const sum = table.reduce((total, weights) => total + weights[leadDay]!, 0) || 1;
      for (const [i, weights] of withPrimary.entries())
        weights[leadDay] = (1 - share) * weights[leadDay]! + (share * table[i]![leadDay]!) / sum;
    }
  }

  /** Gives how far the rows of a cohort's fits reach from one year (0 or less) to two (1 or more). */
  private ageOf(cohort: number, trainingCutoff: DayNumber): number {
    const rows = this.members.flatMap(({ member }, i) => (this.cohorts[i] === cohort ? [member.rows] : []));
    const then = Math.min(...rows) - (this.lastCutoff - trainingCutoff);
    return (then - WEIGHTS.youngRows) / (WEIGHTS.grownRows - WEIGHTS.youngRows);
  }

  /** Sums for a lead day: all members together when one is primary, and its fallback members separately. */
  private sumsOf(leadDay: number): ErrorProducts[] {
    const { members, weights } = this;
    const all = members.flatMap(({ member }, i) => (member.design.lastLeadDay >= leadDay ? [i] : []));
    const fallback = all.filter((i) => members[i]!.isFallback);
    const stages = this.stages.flatMap((table, stage) => {
      const joined = all.filter((i) => this.cohorts[i]! <= stage);
      return joined.length > 0 ? [this.emptySums(leadDay, joined, table)] : [];
    });
    return [
      ...(all.length > fallback.length ? stages : []),
      ...(fallback.length > 0 ? [this.emptySums(leadDay, fallback, weights.fallbackOnly)] : []),
    ];
  }

  private emptySums(leadDay: number, compared: readonly number[], weights: readonly Float64Array[]): ErrorProducts {
    const products = new Float64Array(compared.length ** 2);
    return { leadDay, compared, products, nextDay: this.firstDay, days: 0, weights };
  }

  /** Adds an issue day's errors: hours that were measured and that all compared members have forecast. */
  private addDay(sums: ErrorProducts, day: DayNumber): void {
    const { leadDay, compared, products } = sums;
    const logs = compared.map((member) => this.members[member]!.member.past.get(day));
    if (logs.some((log) => log === undefined)) return;
    const growth = 2 ** ((day - this.firstDay) / WEIGHTS.halfLifeDays);
    let isCompared = false;
    for (let hour = 0; hour < 24; hour++) {
      const actual = this.actual.measured(day + leadDay, hour);
      let isComplete = !Number.isNaN(actual);
      for (let i = 0; i < compared.length; i++) {
        const error = logs[i]![leadDay * 24 + hour]! - actual;
        isComplete &&= !Number.isNaN(error);
        this.errors[i] = Math.max(-WEIGHTS.errorClip, Math.min(WEIGHTS.errorClip, error));
      }
      if (!isComplete) continue;
      isCompared = true;
      for (let i = 0; i < compared.length; i++) {
        const grown = growth * this.errors[i]!;
        for (let j = 0; j <= i; j++) products[i * compared.length + j]! += grown * this.errors[j]!;
      }
    }
    if (isCompared) sums.days++;
  }
}

/** Numbers the members by the day on which their past begins, from 0; members without a past are of the last cohort. */
function cohortsOf(members: readonly EnsembleMember[]): number[] {
  const starts = members.map(({ member }) => {
    for (const [day, logs] of member.past) if (logs.some((log) => !Number.isNaN(log))) return day;
    return Number.POSITIVE_INFINITY;
  });
  const ascending = [...new Set(starts)].sort((a, b) => a - b);
  const firsts = ascending.filter((start, i) => i === 0 || start > ascending[i - 1]! + SAME_START_DAYS);
  return starts.map((start) => firsts.findLastIndex((first) => first <= start));
}

/** `initialWeights` without some members: the primary ones that are left, or the fallback members where none is. */
function initialWithout(members: readonly EnsembleMember[], isOut: (index: number) => boolean): Float64Array[] {
  const { withPrimary, fallbackOnly } = initialWeights(members);
  const left = (table: readonly Float64Array[]) =>
    table.map((weights, i) => (isOut(i) ? new Float64Array(weights.length) : weights));
  const primary = left(withPrimary);
  return primary.some(([weight]) => weight! > 0) ? primary : left(fallbackOnly);
}
