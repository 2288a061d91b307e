import type { Vintage, WeatherBlock } from '@loadcast/core';
import type {
  AccountRow,
  EventRow,
  KeyRow,
  LinkRow,
  OriginRow,
  RecoveryCodeRow,
  SecondFactorRow,
  SessionRow,
  VersionRow,
} from '../accounts/control-tables.js';
import { assertEventRow } from '../accounts/event-rows.js';
import { decodeVintage, digestOfVintage, type VintageRow } from '../codec/vintage-row.js';
import { decodeWeather, digestOfWeather, type WeatherRow } from '../codec/weather-row.js';
import { BATCHES } from './batches.js';
import { assertLoggedEvent, EVENT_TABLE } from './event-log.js';
import { POLL_TABLE } from './poll-ledger.js';
import { RUN_LINK_TABLE } from './run-links.js';
import type { StoredKind } from './stored-kind.js';
import { rowKind, type TableKind, tableKind } from './table-kind.js';
import { USAGE_TABLE } from './usage-ledger.js';
import { DELIVERY_TABLE, WEBHOOK_TABLE } from './webhook-ledger.js';

/** Issued forecasts. SQLite keeps totals of an area beside them, and PostgreSQL calls listeners: the store writes them. */
const VINTAGES: TableKind<VintageRow, Vintage> = tableKind({
  table: 'vintage',
  columns: {
    area_id: 'text',
    issued_at: 'integer',
    available_at: 'integer',
    data_cutoff: 'integer',
    model: 'text',
    model_version: 'text',
    start_at: 'integer',
    header_crc: 'integer',
    crc: 'integer',
    payload: 'bytes',
    left_out: 'text?',
  },
  key: ['area_id', 'issued_at'],
  decode: decodeVintage,
  digest: digestOfVintage,
  write: (store, vintages) => store.contents.addVintages(vintages),
});

/** Blocks of weather. A version in a table of its own counts the changes: the store writes them. */
const WEATHER: TableKind<WeatherRow, WeatherBlock> = tableKind({
  table: 'weather_block',
  columns: {
    area_id: 'text',
    variable: 'text',
    point: 'text',
    known: 'text',
    start_at: 'integer',
    weight: 'real',
    hours: 'integer',
    crc: 'integer',
    payload: 'bytes',
  },
  key: ['area_id', 'variable', 'point', 'known', 'start_at'],
  decode: decodeWeather,
  digest: digestOfWeather,
  write: (store, blocks) => store.weather.write({ put: blocks, drop: [] }),
});

/** Facts about the whole store. */
const META = rowKind<{ readonly name: string; readonly value: string }>({
  table: 'meta',
  columns: { name: 'text', value: 'text' },
  key: ['name'],
  isSeeded: true,
});

/** The number of the last change of accounts and keys. */
const CONTROL_VERSION = rowKind<VersionRow>({
  table: 'control_version',
  columns: { id: 'integer', version: 'integer' },
  key: ['id'],
  isSeeded: true,
});

const ACCOUNTS = rowKind<AccountRow>({
  table: 'account',
  columns: {
    id: 'text',
    email: 'text',
    plan_a: 'text?',
    plan_b: 'text?',
    plan_c: 'text?',
    overrides: 'text',
    password_hash: 'text?',
    created_at: 'integer',
    deleted_at: 'integer?',
    suspended_at: 'integer?',
    version: 'integer',
  },
  key: ['id'],
});

const KEYS = rowKind<KeyRow>({
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
    scope: 'text?',
    version: 'integer',
  },
  key: ['id'],
});

const SESSIONS = rowKind<SessionRow>({
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
});

const LINKS = rowKind<LinkRow>({
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
});

const ORIGINS = rowKind<OriginRow>({
  table: 'known_origin',
  columns: { sha256: 'text', account_id: 'text', expires_at: 'integer' },
  key: ['sha256'],
});

const SECOND_FACTORS = rowKind<SecondFactorRow>({
  table: 'second_factor',
  columns: { account_id: 'text', secret: 'text', confirmed_at: 'integer?', last_step: 'integer' },
  key: ['account_id'],
});

const RECOVERY_CODES = rowKind<RecoveryCodeRow>({
  table: 'recovery_code',
  columns: { sha256: 'text', account_id: 'text' },
  key: ['sha256'],
});

const EVENTS = rowKind<EventRow>(
  {
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
  },
  assertEventRow,
);

const RUN_LINKS = rowKind(RUN_LINK_TABLE);

const POLLS = rowKind(POLL_TABLE);

const WEBHOOKS = rowKind(WEBHOOK_TABLE);

const DELIVERIES = rowKind(DELIVERY_TABLE);

const EVENT_LOG = rowKind(EVENT_TABLE, assertLoggedEvent);

const USAGE = rowKind(USAGE_TABLE);

/**
 * Every kind of stored data, by the name that reports use, each kind after the kinds it refers to. A new kind is a row
 * here and its migration; copy, backup, verify and restore follow.
 */
export const STORED_KINDS = {
  batches: BATCHES,
  vintages: VINTAGES,
  chain: RUN_LINKS,
  weather: WEATHER,
  facts: META,
  changes: CONTROL_VERSION,
  accounts: ACCOUNTS,
  keys: KEYS,
  sessions: SESSIONS,
  events: EVENTS,
  links: LINKS,
  origins: ORIGINS,
  factors: SECOND_FACTORS,
  recoveries: RECOVERY_CODES,
  polls: POLLS,
  webhooks: WEBHOOKS,
  deliveries: DELIVERIES,
  log: EVENT_LOG,
  usage: USAGE,
} as const satisfies StoredKinds;

/** Kinds by name. */
export type StoredKinds = Readonly<Record<string, StoredKind<unknown>>>;

export type KindName = keyof typeof STORED_KINDS;
