import { type ScreenedHours, screenCausally, unscreened } from '../../screening/causal-screen.js';
import { FLAG } from '../../screening/flags.js';
import type { ScreenPolicy } from '../../screening/policy.js';
import { findTrueHours, isDoubtful } from '../../screening/second-look.js';
import { type KnownSeries, writeAsOf } from '../../series/known-series.js';
import type { LoadSeries } from '../../series/series.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';

/** Shared scratch buffer: a series is read here, then compared with the held one at once. */
let read = new Float64Array();

function missing(count: number): Float64Array {
  if (read.length < count) read = new Float64Array(count);
  return read.subarray(0, count).fill(Number.NaN);
}

/** The most recently released hours, reused for the next series: a decade of hours takes a megabyte. */
let spare: ScreenedHours | undefined;

function takeHours(count: number): ScreenedHours {
  const taken = spare;
  const fits = taken && taken.valuesMw.length >= count && taken.valuesMw.length < 2 * count;
  if (!fits) return unscreened(count);
  spare = undefined;
  taken.valuesMw.fill(Number.NaN);
  taken.flags.fill(0);
  taken.logMw.fill(Number.NaN);
  return taken;
}

/**
 * One load series, screened, as known at one instant.
 *
 * Moving to another instant screens again only from the first hour whose value differs: screening reads earlier hours
 * only. `changedSince` returns the first hour that differs, so that derived tables are recomputed from there.
 */
export class AsOfHours {
  readonly start: EpochMs;
  hours: ScreenedHours;
  /** Hours from `start` that are in use. */
  count = 0;
  private readonly policy: ScreenPolicy;
  private readonly hoursAhead: number;
  private readonly looksAgain: boolean;
  private readonly firstChanged: number[] = [];
  /** Hours that the second look found true, with what screening alone says of them. */
  private lifted = new Map<number, { readonly flag: number; readonly log: number }>();

  /**
   * @param start first hour, epoch ms; earlier values are not read
   * @param hoursAhead hours after the instant that are read too: 0 for load, more for a forecast of it
   * @param looksAgain whether a second look lifts the flags of steps that have stayed by then
   */
  constructor(start: EpochMs, policy: ScreenPolicy, { hoursAhead = 0, looksAgain = false } = {}) {
    this.start = start;
    this.hoursAhead = hoursAhead;
    this.looksAgain = looksAgain;
    this.policy = policy;
    this.hours = unscreened(0);
  }

  /** Counts the moves that changed something. */
  get revision(): number {
    return this.firstChanged.length;
  }

  /** The first hour index changed since `revision`; `count` when none has. */
  changedSince(revision: number): number {
    return Math.min(this.count, ...this.firstChanged.slice(revision));
  }

  /**
   * Makes this the series as known at `asOf`, up to the last full hour before it and `hoursAhead` more.
   *
   * @param newer hours after its newest value, from another source
   */
  moveTo(series: KnownSeries, asOf: EpochMs, newer?: LoadSeries): void {
    const count = Math.max(0, Math.floor((asOf - this.start) / HOUR_MS) + this.hoursAhead);
    const known = missing(count);
    writeAsOf(series, this.start, asOf, known);
    newer?.valuesMw.forEach((mw, i) => {
      const hour = Math.round((newer.start - this.start) / HOUR_MS) + i;
      if (hour < count) known[hour] = mw;
    });
    const first = this.firstDifference(known);
    if (first === count && count === this.count) return;
    this.reserve(count);
    const before = this.lifted;
    for (const [hour, { flag, log }] of before) this.set(hour, flag, log);
    const from = this.startOfRun(first);
    this.hours.valuesMw.set(known.subarray(first), first);
    this.hours.valuesMw.fill(Number.NaN, count);
    this.hours.logMw.fill(Number.NaN, count);
    screenCausally(this.hours, this.policy, first, count);
    this.lifted = this.lookAgain(from, count);
    this.count = count;
    const moved = [...before.keys(), ...this.lifted.keys()].filter(
      (hour) => before.has(hour) !== this.lifted.has(hour),
    );
    this.firstChanged.push(Math.min(first, ...moved));
  }

  /**
   * Finds the first hour of the doubtful run that ends before an hour, or gives that hour. Later values change no verdict before it.
   */
  private startOfRun(hour: number): number {
    let first = hour;
    while (first > 0 && isDoubtful(this.hours.flags, first - 1)) first--;
    return first;
  }

  /** Later hours keep the logs that screening filled for them: a lifted flag changes its own hour alone. */
  private lookAgain(from: number, count: number): Map<number, { readonly flag: number; readonly log: number }> {
    const { flags, logMw, valuesMw } = this.hours;
    const found = this.looksAgain ? findTrueHours(this.hours, this.policy, count, {}, from) : [];
    const hours = [...this.lifted.keys()].filter((hour) => hour < from).concat(found);
    const lifted = new Map(hours.map((hour) => [hour, { flag: flags[hour]!, log: logMw[hour]! }]));
    for (const hour of hours) this.set(hour, FLAG.good, Math.log(valuesMw[hour]!));
    return lifted;
  }

  private set(hour: number, flag: number, log: number): void {
    this.hours.flags[hour] = flag;
    this.hours.logMw[hour] = log;
  }

  /** Frees the hours: the next move screens from the first one again. */
  release(): void {
    if (this.hours.valuesMw.length > 0) spare = this.hours;
    this.hours = unscreened(0);
    this.lifted = new Map();
    this.count = 0;
  }

  /** The newest hour before `end`, as an index, whose value passed screening; -1 when there is none. */
  newestGood(end = this.count): number {
    let hour = Math.min(end, this.count) - 1;
    while (hour >= 0 && this.hours.flags[hour] !== FLAG.good) hour--;
    return hour;
  }

  private firstDifference(known: Float64Array): number {
    const shared = Math.min(known.length, this.count);
    const { valuesMw } = this.hours;
    for (let i = 0; i < shared; i++) if (!Object.is(known[i], valuesMw[i])) return i;
    return shared;
  }

  private reserve(count: number): void {
    if (this.hours.valuesMw.length >= count) return;
    const grown = takeHours(count + 24 * 62);
    grown.valuesMw.set(this.hours.valuesMw);
    grown.flags.set(this.hours.flags);
    grown.logMw.set(this.hours.logMw);
    this.hours = grown;
  }
}
