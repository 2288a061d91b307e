import type { Account, ApiKey } from '@loadcast/core';

/** The control plane's tables, as kysely sees them. PostgreSQL writes whole numbers of 64 bits as text. */
export interface ControlTables {
  control_version: VersionRow;
  account: AccountRow;
  api_key: KeyRow;
  session: SessionRow;
  security_event: EventRow;
  account_link: LinkRow;
  known_origin: OriginRow;
  second_factor: SecondFactorRow;
  recovery_code: RecoveryCodeRow;
  /** Webhooks are read and written by their ledger, and deleted with their account. */
  webhook: { id: string; account_id: string };
  webhook_delivery: { webhook_id: string };
}

export interface VersionRow {
  id: number;
  version: Whole;
}

export interface SessionRow {
  sha256: string;
  id: string;
  account_id: string;
  created_at: Whole;
  used_at: Whole;
  idle_at: Whole;
  expires_at: Whole;
  made_from: string;
  agent: string;
}

export interface LinkRow {
  sha256: string;
  purpose: string;
  account_id: string | null;
  email: string | null;
  password_hash: string | null;
  created_at: Whole;
  expires_at: Whole;
}

export interface SecondFactorRow {
  account_id: string;
  secret: string;
  confirmed_at: Whole | null;
  last_step: Whole;
}

export interface RecoveryCodeRow {
  sha256: string;
  account_id: string;
}

export interface OriginRow {
  sha256: string;
  account_id: string;
  expires_at: Whole;
}

export interface EventRow {
  id: string;
  at: Whole;
  kind: string;
  outcome: string;
  account_id: string | null;
  via: string;
  made_from: string;
  key_id: string | null;
  detail: string;
  crc: Whole | null;
}

export type Whole = number | string;

export interface AccountRow {
  id: string;
  email: string;
  plan_a: string | null;
  plan_b: string | null;
  plan_c: string | null;
  /** JSON of `Account.overrides`. */
  overrides: string;
  password_hash: string | null;
  created_at: Whole;
  deleted_at: Whole | null;
  suspended_at: Whole | null;
  version: Whole;
}

export interface KeyRow {
  id: string;
  account_id: string;
  sha256: string;
  last4: string;
  label: string;
  created_at: Whole;
  expires_at: Whole | null;
  revoked_at: Whole | null;
  last_used_at: Whole | null;
  replaced_by: string | null;
  /** JSON of `ApiKey.scope`. */
  scope: string | null;
  version: Whole;
}

/** The columns read of an account: everything but the hash of its password. */
export const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'plan_a',
  'plan_b',
  'plan_c',
  'overrides',
  'created_at',
  'deleted_at',
  'suspended_at',
  'version',
] as const;

const whole = (value: Whole | null): number | null => (value === null ? null : Number(value));

export function toAccount(row: Omit<AccountRow, 'password_hash'>): Account {
  return {
    id: row.id,
    email: row.email,
    plans: { a: row.plan_a, b: row.plan_b, c: row.plan_c },
    overrides: JSON.parse(row.overrides),
    createdAt: Number(row.created_at),
    deletedAt: whole(row.deleted_at),
    suspendedAt: whole(row.suspended_at),
  };
}

export function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    sha256: row.sha256,
    last4: row.last4,
    label: row.label,
    createdAt: Number(row.created_at),
    expiresAt: whole(row.expires_at),
    revokedAt: whole(row.revoked_at),
    lastUsedAt: whole(row.last_used_at),
    replacedBy: row.replaced_by,
    ...(row.scope === null ? {} : { scope: JSON.parse(row.scope) }),
  };
}

export function keyRow(key: ApiKey, version: number): KeyRow {
  return {
    id: key.id,
    account_id: key.accountId,
    sha256: key.sha256,
    last4: key.last4,
    label: key.label,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    replaced_by: key.replacedBy,
    scope: key.scope === undefined ? null : JSON.stringify(key.scope),
    version,
  };
}
