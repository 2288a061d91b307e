import type { Session } from '@loadcast/core';
import type { KnownOrigin, Link, SecurityEvent } from '@loadcast/core/quota';
import { type Table, tableOf } from '../codec/record-table.js';

/** The number of the last change of accounts and keys. */
export const VERSION_TABLE = tableOf({
  table: 'control_version',
  columns: { id: 'integer', version: 'integer' },
  key: ['id'],
});

export const ACCOUNT_TABLE = tableOf({
  table: 'account',
  columns: {
    id: 'text',
    email: 'text',
    plan_a: 'text?',
    plan_b: 'text?',
    plan_c: 'text?',
    /** JSON of `Account.overrides`. */
    overrides: 'text',
    password_hash: 'text?',
    created_at: 'integer',
    deleted_at: 'integer?',
    suspended_at: 'integer?',
    version: 'integer',
  },
  key: ['id'],
});

export const KEY_TABLE = tableOf({
  table: 'api_key',
  columns: {
    id: 'text',
    account_id: 'text',
    sha256: 'text',
    last4: 'text',
    label: 'text',
    created_at: 'integer',
    expires_at: 'integer?',
    revoked_at: 'integer?',
    last_used_at: 'integer?',
    replaced_by: 'text?',
    /** JSON of `ApiKey.scope`. */
    scope: 'text?',
    version: 'integer',
  },
  key: ['id'],
});

/** A record whose field `from` has a column of another name: `from` is a word of SQL. */
export type MadeFrom<T extends { readonly from: string }> = Omit<T, 'from'> & { readonly madeFrom: string };

export const SESSION_TABLE: Table<MadeFrom<Session>> = {
  table: 'session',
  columns: {
    sha256: 'text',
    id: 'text',
    account_id: 'text',
    created_at: 'integer',
    used_at: 'integer',
    idle_at: 'integer',
    expires_at: 'integer',
    made_from: 'text',
    agent: 'text',
  },
  key: ['sha256'],
};

export const LINK_TABLE: Table<Link> = {
  table: 'account_link',
  columns: {
    sha256: 'text',
    purpose: 'text',
    account_id: 'text?',
    email: 'text?',
    password_hash: 'text?',
    created_at: 'integer',
    expires_at: 'integer',
  },
  key: ['sha256'],
};

export const ORIGIN_TABLE: Table<KnownOrigin> = {
  table: 'known_origin',
  columns: { sha256: 'text', account_id: 'text', expires_at: 'integer' },
  key: ['sha256'],
};

export const SECOND_FACTOR_TABLE = tableOf({
  table: 'second_factor',
  columns: { account_id: 'text', secret: 'text', confirmed_at: 'integer?', last_step: 'integer' },
  key: ['account_id'],
});

export const RECOVERY_CODE_TABLE = tableOf({
  table: 'recovery_code',
  columns: { sha256: 'text', account_id: 'text' },
  key: ['sha256'],
});

export type EventRecord = MadeFrom<SecurityEvent> & { readonly crc: number | null };

export const SECURITY_EVENT_TABLE: Table<EventRecord> = {
  table: 'security_event',
  columns: {
    id: 'text',
    at: 'integer',
    kind: 'text',
    outcome: 'text',
    account_id: 'text?',
    via: 'text',
    made_from: 'text',
    key_id: 'text?',
    detail: 'text',
    crc: 'integer?',
  },
  key: ['id'],
};
