import type { ActualsStore, ControlStore, VintageStore, WeatherStore } from '@loadcast/core';
import type { SqlDatabase } from './accounts/sql-database.js';
import { type AreaLedger, areaLedger } from './kinds/area-ledger.js';
import { type EventLog, eventLog } from './kinds/event-log.js';
import { type ForecasterLedger, forecasterLedger } from './kinds/forecaster-ledger.js';
import { type MetaStore, metaStore } from './kinds/meta-store.js';
import { type PollLedger, pollLedger } from './kinds/poll-ledger.js';
import { type UsageLedger, usageLedger } from './kinds/usage-ledger.js';
import { type WebhookLedger, webhookLedger } from './kinds/webhook-ledger.js';
import type { StoreContents } from './store-contents.js';

export interface StoreParts {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly weather: WeatherStore;
  readonly meta: MetaStore;
  /** Areas that were added. */
  readonly areaLedger: AreaLedger;
  /** Forecasters of accounts, and their submissions. */
  readonly forecasters: ForecasterLedger;
  /** When sources of load were asked. */
  readonly polls: PollLedger;
  readonly webhooks: WebhookLedger;
  /** What happened, for streams and webhooks. */
  readonly eventLog: EventLog;
  /** Requests of keys by hour. */
  readonly usage: UsageLedger;
  readonly control: ControlStore;
  /** Everything, for copying. */
  readonly contents: StoreContents;
}

/** The parts that are the same on every engine. @param fenced writes that only the leader may do */
export function tableParts(contents: StoreContents, database: SqlDatabase, fenced: StoreContents['execute']) {
  return {
    meta: metaStore(contents),
    areaLedger: areaLedger(contents),
    forecasters: forecasterLedger(database),
    polls: pollLedger(contents),
    webhooks: webhookLedger(contents, fenced),
    eventLog: eventLog({ ...contents, execute: fenced }),
    usage: usageLedger(contents),
    contents,
  };
}
