import { setImmediate } from 'node:timers/promises';
import type { EventStore, SecurityEvent } from '@loadcast/core/quota';
import { checksum } from '../codec/checksum.js';
import { ROWS_AT_A_TIME, readRecords, slices, strictInsertion } from '../codec/record-table.js';
import type { SqlValue } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import { type EventRecord, SECURITY_EVENT_TABLE } from './control-tables.js';
import type { SqlDatabase } from './sql-database.js';

/** Security events. They count as no change of accounts: no gateway keeps them in memory. */
export function eventRows(db: SqlDatabase): EventStore {
  return {
    async addEvents(events) {
      for (const slice of slices(events)) {
        const { sql, values } = strictInsertion(SECURITY_EVENT_TABLE, slice.map(toStored));
        await db.run(`${sql} on conflict (id) do nothing`, values);
      }
    },

    async events({ limit, ...filter }) {
      const conditions = Object.entries(CONDITIONS).flatMap(([part, condition]) => {
        const value = filter[part as keyof typeof CONDITIONS];
        return value === undefined ? [] : [{ condition, value }];
      });
      const where = ['true', ...conditions.map(({ condition }) => condition)].join(' and ');
      const values = [...conditions.map(({ value }) => value), limit];
      return (await readRecords(db, SECURITY_EVENT_TABLE, `where ${where} order by id desc limit ?`, values)).map(
        toEvent,
      );
    },

    async sweepEvents(before, mostRefused) {
      await deleteSlices(db, 'at < ? order by at', [before]);
      const [firstTooMany] = await db.query<{ id: string }>(
        "select id from security_event where outcome <> 'done' order by id desc limit 1 offset ?",
        [mostRefused],
      );
      if (!firstTooMany) return;
      for (const outcome of ['refused', 'failed'])
        await deleteSlices(db, 'outcome = ? and id <= ? order by id', [outcome, firstTooMany.id]);
    },
  };
}

const CONDITIONS = {
  accountId: 'account_id = ?',
  kind: 'kind = ?',
  outcome: 'outcome = ?',
  from: 'at >= ?',
  until: 'at < ?',
} as const;

/** Deletes events a few at a time: a million that a flood left would hold up every other use of the store. */
async function deleteSlices(db: SqlDatabase, which: string, values: readonly SqlValue[]): Promise<void> {
  const slice = `select id from security_event where ${which} limit ${ROWS_AT_A_TIME}`;
  while ((await db.run(`delete from security_event where id in (${slice})`, values)) === ROWS_AT_A_TIME)
    await setImmediate();
}

/** Checks an event as it was written. @throws {StoreError} `corrupt` */
export function assertSecurityEvent(event: EventRecord): void {
  if (event.crc !== null && event.crc !== crcOf(event))
    throw new StoreError('corrupt', `the security event ${event.id} is damaged in the store`);
}

function crcOf({ id, at, kind, outcome, accountId, via, madeFrom, keyId, detail }: Omit<EventRecord, 'crc'>): number {
  return checksum([id, at, kind, outcome, accountId ?? 0, via, madeFrom, keyId ?? 0, detail]);
}

function toStored({ from: madeFrom, ...event }: SecurityEvent): EventRecord {
  return { ...event, madeFrom, crc: crcOf({ ...event, madeFrom }) };
}

function toEvent(event: EventRecord): SecurityEvent {
  assertSecurityEvent(event);
  const { crc: _, madeFrom: from, ...same } = event;
  return { ...same, from };
}
