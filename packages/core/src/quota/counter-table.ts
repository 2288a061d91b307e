import type { AreaId, SurfaceId } from '../areas/area.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { firstAdmission, isFull } from './first-admission.js';
import { NO_KEY, type QuotaCall, type QuotaReading, type QuotaUsage } from './quota-call.js';

/** One UTC hour: its index since 1970, and the requests in it. */
export interface HourCount {
  readonly index: number;
  used: number;
}

/** One UTC day: its index since 1970, the requests in it, and the requests of each region and key. */
export interface DayCount {
  readonly index: number;
  used: number;
  regions: ReadonlyMap<AreaId, number>;
  keys: ReadonlyMap<string, number>;
}

/** The windows kept of one (account, surface). */
export interface SubjectCounts {
  hours: readonly HourCount[];
  days: readonly DayCount[];
}

/**
 * Quota counters in this process: check and add without a gap between, so no two calls share the last request.
 *
 * Windows carry their index, and the one before the current is kept, so a clock that steps back finds its old count.
 */
export class CounterTable {
  readonly #subjects: Map<string, SubjectCounts>;
  /** Called with the subject after each change: a journal hangs here. */
  readonly #onChange: (subject: string, counts: SubjectCounts) => void;

  /** @param subjects holds the counts. Its owner bounds it */
  constructor(
    subjects: Map<string, SubjectCounts> = new Map(),
    onChange: (subject: string, counts: SubjectCounts) => void = () => {},
  ) {
    this.#subjects = subjects;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#subjects.size;
  }

  charge(call: QuotaCall, now: EpochMs): QuotaReading {
    const subject = subjectOf(call.accountId, call.surface);
    const counts = this.#subjects.get(subject);
    const hour = counts && windowAt(counts.hours, now, HOUR_MS);
    const day = counts && windowAt(counts.days, now, DAY_MS);
    const refused =
      isFull(hour?.used ?? 0, call.limits.hour) ||
      isFull(day?.used ?? 0, call.limits.day) ||
      call.regions.some((region) => isFull(day?.regions.get(region) ?? 0, call.limits.regionDay));
    if (refused) return this.#reading(call, counts, now, true);

    const changed: SubjectCounts = counts ?? { hours: NO_WINDOWS, days: NO_WINDOWS };
    if (!counts) this.#subjects.set(subject, changed);
    const intoHour = hour ?? openHour(changed, now);
    const intoDay = day ?? openDay(changed, now);
    intoHour.used += 1;
    intoDay.used += 1;
    if (intoHour.used === 1) prune(changed, intoHour.index, intoDay.index);
    for (const region of call.regions) intoDay.regions = withOneMore(intoDay.regions, region);
    if (call.keyId !== NO_KEY) intoDay.keys = withOneMore(intoDay.keys, call.keyId);
    this.#onChange(subject, changed);
    return this.#reading(call, changed, now, false);
  }

  peek(call: QuotaCall, now: EpochMs): QuotaReading {
    return this.#reading(call, this.#subjects.get(subjectOf(call.accountId, call.surface)), now, false);
  }

  refund(call: QuotaCall, chargedAt: EpochMs, now: EpochMs): QuotaReading {
    const subject = subjectOf(call.accountId, call.surface);
    const counts = this.#subjects.get(subject);
    if (counts) {
      const hour = windowAt(counts.hours, chargedAt, HOUR_MS);
      const day = windowAt(counts.days, chargedAt, DAY_MS);
      if (hour && hour.used > 0) hour.used -= 1;
      if (day && day.used > 0) day.used -= 1;
      for (const region of call.regions) takeOne(day?.regions, region);
      takeOne(day?.keys, call.keyId);
      this.#onChange(subject, counts);
    }
    return this.#reading(call, counts, now, false);
  }

  usage(accountId: string, surface: SurfaceId, now: EpochMs): QuotaUsage {
    const counts = this.#subjects.get(subjectOf(accountId, surface));
    const day = counts && windowAt(counts.days, now, DAY_MS);
    return {
      now,
      hourUsed: (counts && windowAt(counts.hours, now, HOUR_MS)?.used) ?? 0,
      dayUsed: day?.used ?? 0,
      regions: new Map(day?.regions),
      keys: new Map(day?.keys),
    };
  }

  /** Every subject with its windows, for a snapshot. */
  entries(): IterableIterator<[string, SubjectCounts]> {
    return this.#subjects.entries();
  }

  /** Puts a subject's windows back, as a journal holds them. */
  restore(subject: string, counts: SubjectCounts): void {
    this.#subjects.set(subject, counts);
  }

  has(subject: string): boolean {
    return this.#subjects.has(subject);
  }

  drop(subject: string): void {
    this.#subjects.delete(subject);
  }

  /** Drops subjects that were not used today or yesterday. @returns them */
  sweep(now: EpochMs): readonly string[] {
    const oldest = Math.floor(now / DAY_MS) - 1;
    const dropped: string[] = [];
    for (const [subject, { days }] of this.#subjects) {
      if (days.every(({ index }) => index < oldest)) dropped.push(subject);
    }
    for (const subject of dropped) this.drop(subject);
    return dropped;
  }

  #reading(call: QuotaCall, counts: SubjectCounts | undefined, now: EpochMs, refused: boolean): QuotaReading {
    const countsAt = (instant: EpochMs) => {
      const day = counts && windowAt(counts.days, instant, DAY_MS);
      return {
        hour: (counts && windowAt(counts.hours, instant, HOUR_MS)?.used) ?? 0,
        day: day?.used ?? 0,
        regions: call.regions.map((region) => day?.regions.get(region) ?? 0),
      };
    };
    const current = countsAt(now);
    return {
      allowed: !refused,
      now,
      hourUsed: current.hour,
      dayUsed: current.day,
      regionUsed: current.regions,
      hourViolated: refused && isFull(current.hour, call.limits.hour),
      dayViolated: refused && isFull(current.day, call.limits.day),
      regionViolated: refused ? current.regions.map((used) => isFull(used, call.limits.regionDay)) : NO_VIOLATION,
      retryAt: refused ? firstAdmission(call, now, countsAt) : 0,
      degraded: false,
    };
  }
}

const NO_VIOLATION: readonly boolean[] = [];

/**
 * The name under which an account's counters on a surface are kept.
 *
 * @example
 * subjectOf('acc_1', 'a') // => 'acc_1:a'
 */
export function subjectOf(accountId: string, surface: SurfaceId): string {
  return `${accountId}:${surface}`;
}

function windowAt<W extends { readonly index: number }>(windows: readonly W[], at: EpochMs, lengthMs: number) {
  const index = Math.floor(at / lengthMs);
  for (const window of windows) if (window.index === index) return window;
  return undefined;
}

/** A list of just as many: `push` makes room for sixteen more, which is most of what a table of many addresses would take. */
function openHour(counts: SubjectCounts, now: EpochMs): HourCount {
  const hour: HourCount = { index: Math.floor(now / HOUR_MS), used: 0 };
  counts.hours = counts.hours.concat(hour);
  return hour;
}

function openDay(counts: SubjectCounts, now: EpochMs): DayCount {
  const day: DayCount = { index: Math.floor(now / DAY_MS), used: 0, regions: NO_COUNTS, keys: NO_COUNTS };
  counts.days = counts.days.concat(day);
  return day;
}

/** Drops windows older than the previous ones, on the first charge of an hour. Windows ahead of the clock stay. */
function prune(counts: SubjectCounts, hourIndex: number, dayIndex: number): void {
  counts.hours = notBelow(counts.hours, hourIndex - 1);
  counts.days = notBelow(counts.days, dayIndex - 1);
}

function notBelow<W extends { readonly index: number }>(windows: readonly W[], oldest: number): readonly W[] {
  return windows.some(({ index }) => index < oldest) ? windows.filter(({ index }) => index >= oldest) : windows;
}

const NO_WINDOWS: readonly never[] = [];
/** Shared by every day in which no region, or no key, was counted. */
const NO_COUNTS: ReadonlyMap<never, number> = new Map<never, number>();

/** Counts one in a day's own map, which is made for the first. */
function withOneMore<K>(counts: ReadonlyMap<K, number>, name: K): ReadonlyMap<K, number> {
  const own = counts === NO_COUNTS ? new Map<K, number>() : (counts as Map<K, number>);
  return own.set(name, (own.get(name) ?? 0) + 1);
}

function takeOne<K>(counts: ReadonlyMap<K, number> | undefined, name: K): void {
  const used = counts?.get(name) ?? 0;
  if (used > 0) (counts as Map<K, number>).set(name, used - 1);
}
