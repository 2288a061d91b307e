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

/** Days by which a member's past may begin later than the others' without being young. */
const SAME_START_DAYS = 31;

/**
 * Combination weights from the members' past errors, updated forward in time.
 *
 * Young members, whose past begins later than the others', get the weight that their errors give them by degrees, over their
 * first year: before that not all seasons are in their errors, nor in their fits.
 */
export class MemberErrors {
  readonly weights: EnsembleWeights;
  /** Weights with primary members: of all members, and of those that are not young. */
  private readonly together: readonly Float64Array[];
  private readonly established: readonly Float64Array[];
  private readonly isYoung: readonly boolean[];
  private readonly members: readonly EnsembleMember[];
  private readonly actual: DayTable;
  private readonly firstDay: DayNumber;
  private readonly sums: readonly ErrorProducts[];
  private readonly errors: Float64Array;

  /**
   * @param actual the load; hours that did not pass screening are skipped
   * @param firstDay first issue day that has forecasts
   */
  constructor(members: readonly EnsembleMember[], actual: DayTable, firstDay: DayNumber) {
    this.members = members;
    this.actual = actual;
    this.firstDay = firstDay;
    this.weights = initialWeights(members);
    this.isYoung = youngOf(members);
    this.together = this.isYoung.includes(true) ? initialWeights(members).withPrimary : this.weights.withPrimary;
    this.established = establishedWeights(members, this.isYoung);
    this.errors = new Float64Array(members.length);
    this.sums = Array.from({ length: LAST_LEAD_DAY + 1 }, (_, leadDay) => leadDay).flatMap((leadDay) =>
      this.sumsOf(leadDay),
    );
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
    if (!this.isYoung.includes(true)) return;
    for (let leadDay = 0; leadDay <= LAST_LEAD_DAY; leadDay++) this.trustYoung(leadDay);
  }

  /** Sets the weights of a lead day, between those of all members and those without the young. */
  private trustYoung(leadDay: number): void {
    const sums = this.sums.find((each) => each.leadDay === leadDay && each.weights === this.together);
    const days = sums?.days ?? 0;
    const share = days < WEIGHTS.fewestComparedDays ? 0 : Math.min(1, days / WEIGHTS.trustedDays);
    const [all, old] = [this.together, this.established].map((table) => total(table, leadDay));
    for (const [i, weights] of this.weights.withPrimary.entries())
      weights[leadDay] =
        (share * this.together[i]![leadDay]!) / all! + ((1 - share) * this.established[i]![leadDay]!) / old!;
  }

  /** Sums for a lead day: all members together when one is primary, and its fallback members separately. */
  private sumsOf(leadDay: number): ErrorProducts[] {
    const { members, weights } = this;
    const all = members.flatMap(({ member }, i) => (member.design.lastLeadDay >= leadDay ? [i] : []));
    const fallback = all.filter((i) => members[i]!.isFallback);
    const established = all.filter((i) => !this.isYoung[i]);
    return [
      ...(all.length > fallback.length ? [this.emptySums(leadDay, all, this.together)] : []),
      ...(established.length < all.length ? [this.emptySums(leadDay, established, this.established)] : []),
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

/** Members whose forecasts of the past begin later than the first member's. */
function youngOf(members: readonly EnsembleMember[]): boolean[] {
  const starts = members.map(({ member }) => {
    for (const [day, logs] of member.past) if (logs.some((log) => !Number.isNaN(log))) return day;
    return Number.POSITIVE_INFINITY;
  });
  const first = Math.min(...starts);
  return starts.map((start) => start > first + SAME_START_DAYS);
}

/** The weights before there are past errors, of the members that are not young: the primary ones, or all where none is. */
function establishedWeights(members: readonly EnsembleMember[], isYoung: readonly boolean[]): readonly Float64Array[] {
  const { withPrimary, fallbackOnly } = initialWeights(members.filter((_, i) => !isYoung[i]));
  const weights = withPrimary.some(([weight]) => weight! > 0) ? withPrimary : fallbackOnly;
  let next = 0;
  return isYoung.map((young) => (young ? new Float64Array(LAST_LEAD_DAY + 1) : weights[next++]!));
}

function total(table: readonly Float64Array[], leadDay: number): number {
  return table.reduce((sum, weights) => sum + weights[leadDay]!, 0) || 1;
}
