import {
  type Area,
  type AreaId,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type KnownSeries,
  MINUTE_MS,
  type VintageHeader,
  type VintageStore,
} from '@loadcast/core';
import { BudgetMap } from '@loadcast/core/budgets';
import { newestHour } from '@loadcast/core/series';
import { isoUtc, roundMw } from '@loadcast/formats';
import type { EventLog, NewEvent } from '@loadcast/storage/sqlite';
import { LATE_AFTER_MS } from '../monitors/area-checks.js';
import { type ForecasterEventDeps, forecasterEvents } from './forecaster-events.js';
import { event } from './new-event.js';
import { type ExpectedPeak, peakChanges } from './peak-events.js';
import { EVENT_TYPES } from './service-event.js';

export interface DeriveDeps extends ForecasterEventDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'headers'>;
  readonly log: EventLog;
  /** Whether load is followed: else no hour is late. */
  readonly follows: boolean;
  /** Where the log is empty, what became known before is no news. */
  readonly since: EpochMs;
  now(): EpochMs;
  /** Called with the number of events of a type that were appended. */
  readonly appended?: (type: string, events: number) => void;
}

/** What a poll brings is known from its begin on, and stored at its end. */
const MARGIN_MS = 30 * MINUTE_MS;
/** After a stop, events this old are still reported. */
const LOOK_BACK_MS = DAY_MS;
/** Load of an earlier hour is history that was loaded, not news. */
const NEWS_OF_HOURS_MS = 2 * DAY_MS;
const RESTATED_OF_HOURS_MS = 31 * DAY_MS;
const EVENTS_AT_A_TIME = 500;

/**
 * Finds events by comparing the store with the kept events, and appends the missing ones. Loads and runs are only ever
 * added, so nothing is lost when the process that wrote them is killed: the next leader finds them.
 */
export class EventDeriver {
  readonly #deps: DeriveDeps;
  readonly #seen = new BudgetMap<string, true>('seen_events');
  /** What became known before is not looked at; undefined before the first look. */
  #floor: EpochMs | undefined;
  /** Issue times of the newest runs whose events are kept: an area without a newer one is not asked for runs. */
  readonly #reported = new Map<AreaId, EpochMs>();
  /** Runs whose peaks are still to be compared with the run before, by the names of their events, oldest first. */
  readonly #withoutOdds = new Map<string, { readonly area: Area; readonly header: VintageHeader }>();

  constructor(deps: DeriveDeps) {
    this.#deps = deps;
  }

  /** Appends the events since the last look, except changed peaks. @returns how many events that was */
  async derive(): Promise<number> {
    const { now, areas, vintages } = this.#deps;
    const at = now();
    this.#floor ??= await this.#firstFloor();
    const from = Math.max(this.#floor, at - LOOK_BACK_MS);
    const found: NewEvent[] = [];
    const newest: [AreaId, EpochMs][] = [];
    for (const area of areas().list) {
      const issuedAt = (await vintages.newest(area.id, at))?.issuedAt;
      const hasNews = issuedAt !== this.#reported.get(area.id);
      found.push(...(await this.#eventsOf(area, from, at, hasNews)));
      if (issuedAt !== undefined) newest.push([area.id, issuedAt]);
    }
    found.push(...(await forecasterEvents(this.#deps, from, at, (name) => this.#seen.has(name))));
    const appended = await this.#append(found);
    for (const [areaId, issuedAt] of newest) this.#reported.set(areaId, issuedAt);
    this.#floor = Math.max(this.#floor, at - MARGIN_MS);
    return appended;
  }

  get hasOddsToDerive(): boolean {
    return this.#withoutOdds.size > 0;
  }

  /** Appends the events of the peak and the odds that one run has moved, if it has: some tens of ms in slices. @returns how many events that was */
  async deriveOdds(): Promise<number> {
    for (const [name, { area, header }] of this.#withoutOdds) {
      const appended = await this.#append(await peakEvents(this.#deps, area, header));
      this.#withoutOdds.delete(name);
      return appended;
    }
    return 0;
  }

  async #append(events: readonly NewEvent[]): Promise<number> {
    const { log } = this.#deps;
    const fresh = events.filter(({ name }) => !this.#seen.has(name));
    for (let start = 0; start < fresh.length; start += EVENTS_AT_A_TIME) {
      await log.append(fresh.slice(start, start + EVENTS_AT_A_TIME));
    }
    for (const type of EVENT_TYPES) {
      const events = fresh.filter((each) => each.type === type).length;
      if (events > 0) this.#deps.appended?.(type, events);
    }
    for (const { name } of fresh) this.#seen.set(name, true);
    return fresh.length;
  }

  /** Where the events of an earlier process end. */
  async #firstFloor(): Promise<EpochMs> {
    const { log, since } = this.#deps;
    const last = await log.at(await log.newest());
    return last ? last.at - MARGIN_MS : since;
  }

  async #eventsOf(area: Area, from: EpochMs, at: EpochMs, hasNews: boolean): Promise<NewEvent[]> {
    const { actuals, vintages, follows } = this.#deps;
    const load = await actuals.read({ series: area.series, measure: 'demand' });
    const headers = hasNews ? await vintages.headers(area.id, { start: from, end: at + 1 }) : [];
    const runs: NewEvent[] = [];
    for (const header of headers) {
      const run = runEvent(area, header, at);
      if (this.#seen.has(run.name)) continue;
      this.#withoutOdds.set(run.name, { area, header });
      runs.push(run);
    }
    const late = follows && !area.owner ? lateEvents(area, load, at) : [];
    return [...loadEvents(area, load, from, at), ...late, ...runs];
  }
}

/** Hours whose load became known from an instant on: for the first time, or again. */
function* loadEvents(area: Area, load: KnownSeries, from: EpochMs, at: EpochMs): Generator<NewEvent> {
  const { start, values, knownAtMs, replaced } = load;
  const first = Math.max(0, Math.floor((at - RESTATED_OF_HOURS_MS - start) / HOUR_MS));
  for (let i = first; i < values.length; i += 1) {
    const known = knownAtMs[i]!;
    if (!(known >= from && known <= at)) continue;
    const hour = start + i * HOUR_MS;
    const valueMw = roundMw(values[i]!);
    const before = replaced.get(i)?.findLast(({ knownAtMs: earlier }) => earlier < known);
    if (before === undefined) {
      if (hour < at - NEWS_OF_HOURS_MS) continue;
      yield event('actual.arrived', area, hour, at, { timestamp: isoUtc(hour), value_mw: valueMw });
    } else if (roundMw(before.value) !== valueMw) {
      yield event('actual.restated', area, `${hour} ${known}`, at, {
        timestamp: isoUtc(hour),
        value_mw: valueMw,
        old_value_mw: roundMw(before.value),
        learnt_at: isoUtc(known),
      });
    }
  }
}

/** One event for each time that load stops to come. */
function lateEvents(area: Area, load: KnownSeries, at: EpochMs): NewEvent[] {
  const newest = newestHour(load, at);
  if (newest === undefined) return [];
  const lateSince = newest + HOUR_MS + LATE_AFTER_MS;
  if (at <= lateSince) return [];
  return [event('source.late', area, newest, at, { newest_actual: isoUtc(newest), late_since: isoUtc(lateSince) })];
}

function runEvent(area: Area, header: VintageHeader, at: EpochMs): NewEvent {
  const { issuedAt, availableAt, dataCutoff, model, start } = header;
  return event('run.published', area, issuedAt, at, {
    issued_at: isoUtc(issuedAt),
    available_at: isoUtc(availableAt),
    data_cutoff: isoUtc(dataCutoff),
    first_hour: isoUtc(start),
    model: model.name,
    version: model.version,
  });
}

/**
 * Tomorrow's expected peak moved, and the odds of a day crossed a threshold. None of a run that is not the newest of its time, or
 * the first.
 */
async function peakEvents(
  { actuals, vintages, now }: DeriveDeps,
  area: Area,
  { issuedAt, availableAt }: VintageHeader,
): Promise<NewEvent[]> {
  const run = await vintages.newest(area.id, availableAt);
  const old = await vintages.newest(area.id, availableAt - 1);
  if (run?.issuedAt !== issuedAt || !old || old.issuedAt >= issuedAt) return [];
  const { move, crossing } = await peakChanges({ actuals, vintages }, area, run, old, availableAt);
  const changed = (which: string | number, day: string, data: object, before: object): NewEvent =>
    event('peak.changed', area, which, now(), {
      operating_day: day,
      issued_at: isoUtc(issuedAt),
      ...data,
      old_issued_at: isoUtc(old.issuedAt),
      ...Object.fromEntries(
        Object.entries(before).flatMap(([name, value]) => (name === 'program' ? [] : [[`old_${name}`, value]])),
      ),
    });
  return [
    ...(move ? [changed(issuedAt, move.day, peakData(move.now), peakData(move.before))] : []),
    ...(crossing ? [changed(`${issuedAt} odds`, crossing.day, crossing.now, crossing.before)] : []),
  ];
}

const peakData = ({ hour, mw }: ExpectedPeak) => ({ peak_hour: isoUtc(hour), peak_mw: roundMw(mw) });
