import { DAY_MS } from '@loadcast/core';
import { checksum } from '../codec/checksum.js';
import { type RecordOf, readRecords, tableOf } from '../codec/record-table.js';
import type { StoreContents } from '../store-contents.js';
import { StoreError } from '../store-error.js';

export const EVENT_TABLE = tableOf({
  table: 'event_log',
  columns: {
    seq: 'integer',
    /** Name of the event: the same event is kept once, even if two processes derive it. */
    name: 'text',
    /** When it was found, epoch ms. */
    at: 'integer',
    type: 'text',
    area_id: 'text',
    /** The event as JSON. */
    body: 'text',
    crc: 'integer?',
  },
  key: ['seq'],
});

type EventRecord = RecordOf<typeof EVENT_TABLE>;

/** An event in its place: places count from 1 without a gap, in the order in which events become visible. */
export type LoggedEvent = Omit<EventRecord, 'crc'>;

/** Something that happened: a run was published, load arrived. */
export type NewEvent = Omit<LoggedEvent, 'seq'>;

/** The events of the last `EVENTS_KEPT_MS`, append-only. */
export interface EventLog {
  /**
   * Keeps events in this order; events already kept change nothing.
   *
   * @throws {ServiceError} `unavailable`: another process leads, or appended at the same moment; nothing was written
   */
  append(events: readonly NewEvent[]): Promise<void>;
  /** Events after a place, in order. A damaged one is left out, so that it holds up none after it; verifying names it. */
  after(seq: number, most: number): Promise<LoggedEvent[]>;
  /** The place of the newest event; 0 when there is none. */
  newest(): Promise<number>;
  /** The place of the newest event before an instant; 0 when there is none. */
  placeBefore(instant: number): Promise<number>;
  at(seq: number): Promise<LoggedEvent | undefined>;
  /** Deletes expired events, except the newest one, which keeps the count. */
  sweep(now: number): Promise<void>;
}

/** Longer than any subscriber may be away. */
export const EVENTS_KEPT_MS = 8 * DAY_MS;

/** Events in the tables of a store, the same on every engine. @param contents its `execute` is fenced where others may write */
export function eventLog(contents: Pick<StoreContents, 'query' | 'execute'>): EventLog {
  const read = async (where: string, values: readonly number[]): Promise<LoggedEvent[]> => {
    const events = await readRecords(contents, EVENT_TABLE, where, values);
    return events.filter(isWhole).map(({ crc: _, ...event }) => event);
  };
  const place = async (sql: string, values: readonly number[]): Promise<number> =>
    (await contents.query<{ place: number | null }>(sql, values))[0]?.place ?? 0;
  return {
    append: (events) => contents.execute(events.map(insertion)),
    after: (seq, most) => read(`where seq > ? order by seq limit ${Math.floor(most)}`, [seq]),
    newest: () => place('select max(seq) as place from event_log', []),
    placeBefore: (instant) => place('select max(seq) as place from event_log where at < ?', [instant]),
    at: async (seq) => (await read('where seq = ?', [seq]))[0],
    sweep: (now) =>
      contents.execute([
        {
          sql: 'delete from event_log where at < ? and seq < (select max(seq) from event_log)',
          values: [now - EVENTS_KEPT_MS],
        },
      ]),
  };
}

/**
 * The next place is found by the statement that takes it: of two transactions that find the same, one fails on the key.
 * A reader that has seen a place has seen all before it.
 */
function insertion({ name, at, type, areaId, body }: NewEvent) {
  const crc = checksum([name, at, type, areaId, body]);
  return {
    sql: `insert into event_log (seq, name, at, type, area_id, body, crc)
      select (select coalesce(max(seq), 0) + 1 from event_log),
        cast(? as text), cast(? as bigint), cast(? as text), cast(? as text), cast(? as text), cast(? as bigint)
      where not exists (select 1 from event_log where name = ?)`,
    values: [name, at, type, areaId, body, crc, name],
  };
}

function isWhole({ name, at, type, areaId, body, crc }: EventRecord): boolean {
  return crc === null || checksum([name, at, type, areaId, body]) === crc;
}

/** @throws {StoreError} `corrupt` */
export function assertLoggedEvent(event: EventRecord): void {
  if (!isWhole(event)) throw new StoreError('corrupt', `event ${event.seq} is damaged in the store`);
}
