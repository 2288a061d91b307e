import { DAY_MS } from '@loadcast/core';
import { insertion, type RecordOf, readRecords, tableOf } from '../codec/record-table.js';
import type { SqlValue, Statement, StoreContents } from '../store-contents.js';

export const WEBHOOK_TABLE = tableOf({
  table: 'webhook',
  columns: {
    id: 'text',
    account_id: 'text',
    url: 'text',
    /** `whsec_` and base64, which signing needs; sealed in the store where there is a key. */
    secret: 'text',
    /** The secret before, which calls are signed with beside it until `formerUntil`; null: there is none. */
    former_secret: 'text?',
    former_until: 'integer?',
    /** Types of events, comma separated; empty: all. */
    types: 'text',
    /** Areas, comma separated; empty: all. */
    areas: 'text',
    created_at: 'integer',
    /** The place of the last event that was delivered, or passed over. */
    place: 'integer',
    /** When the event after `place` was first refused; null: it was not. */
    failing_since: 'integer?',
    /** How often it was refused. */
    attempts: 'integer',
    /** It is not tried again before. */
    next_at: 'integer',
    disabled_at: 'integer?',
  },
  key: ['id'],
});

/** A customer's address that events are sent to. */
export type WebhookRecord = RecordOf<typeof WEBHOOK_TABLE>;

/** What changes from delivery to delivery. */
export type WebhookState = Pick<WebhookRecord, 'place' | 'failingSince' | 'attempts' | 'nextAt' | 'disabledAt'>;

export const DELIVERY_TABLE = tableOf({
  table: 'webhook_delivery',
  columns: {
    webhook_id: 'text',
    at: 'integer',
    seq: 'integer',
    /** Counts from 1. */
    attempt: 'integer',
    /** Status of the answer; null: there was none. */
    status: 'integer?',
    /** A few words where it failed; else empty. */
    error: 'text',
    took_ms: 'integer',
  },
  key: ['webhook_id', 'at', 'seq'],
});

/** One attempt to deliver an event. */
export type DeliveryRecord = RecordOf<typeof DELIVERY_TABLE>;

/** Webhooks, the last event delivered to each, and the attempts of the last `DELIVERIES_KEPT_MS`. */
export interface WebhookLedger {
  add(webhook: WebhookRecord): Promise<void>;
  /** Webhooks of an account, oldest first; of all accounts when it is omitted. */
  list(accountId?: string): Promise<WebhookRecord[]>;
  get(id: string): Promise<WebhookRecord | undefined>;
  remove(id: string): Promise<void>;
  /** Gives it another secret; the one before holds until `formerUntil`, any older one no more. */
  rotate(id: string, secret: string, formerUntil: number): Promise<void>;
  /** Puts another form of a secret in its place, where the webhook still has it as its present or former one. */
  replaceSecret(id: string, from: string, to: string): Promise<void>;
  /** Sets the next event that a webhook is sent: a replay, or the end of a pause. */
  reset(id: string, state: WebhookState): Promise<void>;
  /**
   * Keeps the outcome of an attempt, by the leader.
   *
   * @param from the place that the attempt began at: nothing is changed where a reset has moved it meanwhile
   * @throws {ServiceError} `unavailable`: another process leads
   */
  settle(id: string, from: number, state: WebhookState, delivery: DeliveryRecord | undefined): Promise<void>;
  /** The newest attempts, newest first. */
  deliveries(id: string, most: number): Promise<DeliveryRecord[]>;
  /** Deletes attempts that are old, and former secrets that hold no more. */
  sweep(now: number): Promise<void>;
}

export const DELIVERIES_KEPT_MS = 7 * DAY_MS;

/** Webhooks in the tables of a store, the same on every engine. @param fenced writes that only the leader may do */
export function webhookLedger(contents: StoreContents, fenced: StoreContents['execute']): WebhookLedger {
  const read = (rest: string, values?: readonly SqlValue[]) => readRecords(contents, WEBHOOK_TABLE, rest, values);
  return {
    add: (webhook) => contents.execute([insertion(WEBHOOK_TABLE, [webhook])]),
    list: (accountId) =>
      accountId === undefined
        ? read('order by created_at, id')
        : read('where account_id = ? order by created_at, id', [accountId]),
    get: async (id) => (await read('where id = ?', [id]))[0],
    remove: (id) =>
      contents.execute([
        { sql: 'delete from webhook_delivery where webhook_id = ?', values: [id] },
        { sql: 'delete from webhook where id = ?', values: [id] },
      ]),
    rotate: (id, secret, formerUntil) =>
      contents.execute([
        {
          sql: 'update webhook set former_secret = secret, former_until = ?, secret = ? where id = ?',
          values: [formerUntil, secret, id],
        },
      ]),
    replaceSecret: (id, from, to) =>
      contents.execute(
        ['secret', 'former_secret'].map((column) => ({
          sql: `update webhook set ${column} = ? where id = ? and ${column} = ?`,
          values: [to, id, from],
        })),
      ),
    reset: (id, state) => contents.execute([update(id, state)]),
    settle: (id, from, state, delivery) =>
      fenced([update(id, state, from), ...(delivery ? [insertion(DELIVERY_TABLE, [delivery])] : [])]),
    deliveries(id, most) {
      const rest = `where webhook_id = ? order by at desc, seq desc limit ${Math.floor(most)}`;
      return readRecords(contents, DELIVERY_TABLE, rest, [id]);
    },
    sweep: (now) =>
      contents.execute([
        { sql: 'delete from webhook_delivery where at < ?', values: [now - DELIVERIES_KEPT_MS] },
        {
          sql: 'update webhook set former_secret = null, former_until = null where former_until <= ?',
          values: [now],
        },
      ]),
  };
}

function update(id: string, state: WebhookState, from?: number): Statement {
  const { place, failingSince, attempts, nextAt, disabledAt } = state;
  return {
    sql: `update webhook set place = ?, failing_since = ?, attempts = ?, next_at = ?, disabled_at = ?
      where id = ?${from === undefined ? '' : ' and place = ?'}`,
    values: [place, failingSince, attempts, nextAt, disabledAt, id, ...(from === undefined ? [] : [from])],
  };
}
