import type { Vintage, WeatherBlock } from '@loadcast/core';
import {
  ACCOUNT_TABLE,
  KEY_TABLE,
  LINK_TABLE,
  ORIGIN_TABLE,
  RECOVERY_CODE_TABLE,
  SECOND_FACTOR_TABLE,
  SECURITY_EVENT_TABLE,
  SESSION_TABLE,
  VERSION_TABLE,
} from '../accounts/control-tables.js';
import { assertSecurityEvent } from '../accounts/event-rows.js';
import { toRecord } from '../codec/record-table.js';
import { decodeVintage, digestOfVintage, VINTAGE_TABLE, type VintageRow } from '../codec/vintage-row.js';
import { decodeWeather, digestOfWeather, WEATHER_TABLE, type WeatherRow } from '../codec/weather-row.js';
import { AREA_TABLE } from './area-ledger.js';
import { BATCHES } from './batches.js';
import { assertLoggedEvent, EVENT_TABLE } from './event-log.js';
import { FORECASTER_TABLE } from './forecaster-ledger.js';
import { META_TABLE } from './meta-store.js';
import { POLL_TABLE } from './poll-ledger.js';
import { RUN_LINK_TABLE } from './run-links.js';
import type { StoredKind } from './stored-kind.js';
import { assertSubmission, SUBMISSION_TABLE } from './submissions/submission-record.js';
import { recordKind, type TableKind, tableKind } from './table-kind.js';
import { USAGE_TABLE } from './usage-ledger.js';
import { DELIVERY_TABLE, WEBHOOK_TABLE } from './webhook-ledger.js';

/** Issued forecasts. SQLite keeps totals of an area beside them, and PostgreSQL calls listeners: the store writes them. */
const VINTAGES: TableKind<VintageRow, Vintage> = tableKind({
  ...VINTAGE_TABLE,
  decode: decodeVintage,
  digest: digestOfVintage,
  write: (store, vintages) => store.contents.addVintages(vintages),
});

/** Blocks of weather. A version in a table of its own counts the changes: the store writes them. */
const WEATHER: TableKind<WeatherRow, WeatherBlock> = tableKind({
  ...WEATHER_TABLE,
  decode: (row) => decodeWeather(toRecord(WEATHER_TABLE, row)),
  digest: digestOfWeather,
  write: (store, blocks) => store.weather.write({ put: blocks, drop: [] }),
});

/**
 * Every kind of stored data, by the name that reports use, each kind after the kinds it refers to. A new kind is a row
 * here and its migration; copy, backup, verify and restore follow.
 */
export const STORED_KINDS = {
  batches: BATCHES,
  vintages: VINTAGES,
  chain: recordKind(RUN_LINK_TABLE),
  weather: WEATHER,
  areas: recordKind(AREA_TABLE),
  facts: recordKind({ ...META_TABLE, isSeeded: true }),
  changes: recordKind({ ...VERSION_TABLE, isSeeded: true }),
  accounts: recordKind(ACCOUNT_TABLE),
  keys: recordKind(KEY_TABLE),
  sessions: recordKind(SESSION_TABLE),
  events: recordKind(SECURITY_EVENT_TABLE, assertSecurityEvent),
  links: recordKind(LINK_TABLE),
  origins: recordKind(ORIGIN_TABLE),
  factors: recordKind(SECOND_FACTOR_TABLE),
  recoveries: recordKind(RECOVERY_CODE_TABLE),
  polls: recordKind(POLL_TABLE),
  webhooks: recordKind(WEBHOOK_TABLE),
  deliveries: recordKind(DELIVERY_TABLE),
  log: recordKind(EVENT_TABLE, assertLoggedEvent),
  usage: recordKind(USAGE_TABLE),
  forecasters: recordKind(FORECASTER_TABLE),
  submissions: recordKind(SUBMISSION_TABLE, assertSubmission),
} as const satisfies StoredKinds;

export type StoredKinds = Readonly<Record<string, StoredKind<unknown>>>;

export type KindName = keyof typeof STORED_KINDS;
