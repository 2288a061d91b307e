import { setImmediate } from 'node:timers/promises';
import type { EventStore, SecurityEvent, SecurityEventKind, SecurityOutcome } from '@loadcast/core/quota';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { checksum } from '../codec/checksum.js';
import { StoreError } from '../store-error.js';
import type { ControlTables, EventRow } from './control-tables.js';

/** Events written or deleted in one statement. */
const EVENTS_AT_A_TIME = 200;

/** Security events. They count as no change of accounts: no gateway keeps them in memory. */
export function eventRows(db: Kysely<ControlTables>): EventStore {
  return {
    async addEvents(events) {
      for (let from = 0; from < events.length; from += EVENTS_AT_A_TIME) {
        await db
          .insertInto('security_event')
          .values(events.slice(from, from + EVENTS_AT_A_TIME).map(toRow))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      }
    },

    async events({ accountId, kind, outcome, from, until, limit }) {
      let query = db.selectFrom('security_event').selectAll();
      if (accountId !== undefined) query = query.where('account_id', '=', accountId);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (outcome !== undefined) query = query.where('outcome', '=', outcome);
      if (from !== undefined) query = query.where('at', '>=', from);
      if (until !== undefined) query = query.where('at', '<', until);
      return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toEvent);
    },

    async sweepEvents(before, mostRefused) {
      await deleteSlices(db, (events) => events.where('at', '<', before).orderBy('at'));
      const refused = db.selectFrom('security_event').select('id').where('outcome', '<>', 'done');
      const firstTooMany = await refused.orderBy('id', 'desc').offset(mostRefused).limit(1).executeTakeFirst();
      if (!firstTooMany) return;
      for (const outcome of ['refused', 'failed'])
        await deleteSlices(db, (events) =>
          events.where('outcome', '=', outcome).where('id', '<=', firstTooMany.id).orderBy('id'),
        );
    },
  };
}

type EventIds = SelectQueryBuilder<ControlTables, 'security_event', { id: string }>;

/** Deletes events a few at a time: a million that a flood left would hold up every other use of the store. */
async function deleteSlices(db: Kysely<ControlTables>, only: (events: EventIds) => EventIds): Promise<void> {
  for (;;) {
    const slice = only(db.selectFrom('security_event').select('id')).limit(EVENTS_AT_A_TIME);
    const { numDeletedRows } = await db.deleteFrom('security_event').where('id', 'in', slice).executeTakeFirst();
    if (numDeletedRows < BigInt(EVENTS_AT_A_TIME)) return;
    await setImmediate();
  }
}

/** Checks a row as it was written. @throws {StoreError} `corrupt` */
export function assertEventRow(row: EventRow): void {
  if (row.crc !== null && Number(row.crc) !== crcOf(row))
    throw new StoreError('corrupt', `the security event ${row.id} is damaged in the store`);
}

function crcOf({ id, at, kind, outcome, account_id, via, made_from, key_id, detail }: Omit<EventRow, 'crc'>): number {
  return checksum([id, Number(at), kind, outcome, account_id ?? 0, via, made_from, key_id ?? 0, detail]);
}

function toRow(event: SecurityEvent): EventRow {
  const row = {
    id: event.id,
    at: event.at,
    kind: event.kind,
    outcome: event.outcome,
    account_id: event.accountId,
    via: event.via,
    made_from: event.from,
    key_id: event.keyId,
    detail: event.detail,
  };
  return { ...row, crc: crcOf(row) };
}

function toEvent(row: EventRow): SecurityEvent {
  assertEventRow(row);
  return {
    id: row.id,
    at: Number(row.at),
    kind: row.kind as SecurityEventKind,
    outcome: row.outcome as SecurityOutcome,
    accountId: row.account_id,
    via: row.via as SecurityEvent['via'],
    from: row.made_from,
    keyId: row.key_id,
    detail: row.detail,
  };
}
