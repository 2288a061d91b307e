import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { combinationWeights } from './combination-weights.js';
import { type EnsembleWeights, LAST_LEAD_DAY, type Part, untriedWeights } from './ensemble.js';

const HALF_LIFE_DAYS = 365;
/** Days on which all had an opinion, before their errors tell their weights. */
const FEWEST_DAYS = 120;
/** Errors beyond this, as a difference of logs, say no more than this one. */
const ERROR_CLIP = 0.3;

/** One lead day's products of errors, over some of the parts. */
interface Tally {
  readonly lead: number;
  /** Indices of the parts it is about. */
  readonly heard: readonly number[];
  readonly products: Float64Array;
  nextDay: DayNumber;
  days: number;
  /** What it tells: by part, this lead's weight. */
  readonly told: readonly Float64Array[];
}

/** What the past errors of an ensemble's parts tell of how much each should count, walking forward through time. */
export class MemberErrors {
  readonly weights: EnsembleWeights;
  private readonly parts: readonly Part[];
  private readonly actual: DayTable;
  private readonly firstDay: DayNumber;
  private readonly tallies: readonly Tally[];
  private readonly errors: Float64Array;

  /**
   * @param actual the load, hours that did not pass screening left out
   * @param firstDay first issue day of which there are forecasts
   */
  constructor(parts: readonly Part[], actual: DayTable, firstDay: DayNumber) {
    this.parts = parts;
    this.actual = actual;
    this.firstDay = firstDay;
    this.weights = untriedWeights(parts);
    this.errors = new Float64Array(parts.length);
    const { together, reserves } = this.weights;
    this.tallies = Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) => lead).flatMap((lead) => {
      const speakers = parts.flatMap(({ member }, i) => (member.design.lastLeadDay >= lead ? [i] : []));
      const stand = speakers.filter((i) => parts[i]!.isReserve);
      const isLed = speakers.length > stand.length;
      return [
        ...(isLed ? [this.tally(lead, speakers, together)] : []),
        ...(stand.length > 0 ? [this.tally(lead, stand, reserves)] : []),
      ];
    });
  }

  /** Learns from all target days before `trainingCutoff`, and sets `weights`. */
  learnTo(trainingCutoff: DayNumber): void {
    for (const tally of this.tallies) {
      if (tally.heard.length === 1) continue;
      while (tally.nextDay + tally.lead < trainingCutoff) this.addDay(tally, tally.nextDay++);
      if (tally.days < FEWEST_DAYS) continue;
      const best = combinationWeights(tally.products, tally.heard.length);
      tally.heard.forEach((part, i) => {
        tally.told[part]![tally.lead] = best[i]!;
      });
    }
  }

  private tally(lead: number, heard: readonly number[], told: readonly Float64Array[]): Tally {
    const products = new Float64Array(heard.length ** 2);
    return { lead, heard, products, nextDay: this.firstDay, days: 0, told };
  }

  private addDay(tally: Tally, day: DayNumber): void {
    const { lead, heard, products } = tally;
    const logs = heard.map((part) => this.parts[part]!.member.past.get(day));
    if (logs.some((opinion) => opinion === undefined)) return;
    const growth = 2 ** ((day - this.firstDay) / HALF_LIFE_DAYS);
    let isCompared = false;
    for (let hour = 0; hour < 24; hour++) {
      const actual = this.actual.measured(day + lead, hour);
      let isComplete = !Number.isNaN(actual);
      for (let i = 0; i < heard.length; i++) {
        const error = logs[i]![lead * 24 + hour]! - actual;
        isComplete &&= !Number.isNaN(error);
        this.errors[i] = Math.max(-ERROR_CLIP, Math.min(ERROR_CLIP, error));
      }
      if (!isComplete) continue;
      isCompared = true;
      for (let i = 0; i < heard.length; i++) {
        for (let j = 0; j < heard.length; j++) {
          products[i * heard.length + j]! += growth * this.errors[i]! * this.errors[j]!;
        }
      }
    }
    if (isCompared) tally.days++;
  }
}
