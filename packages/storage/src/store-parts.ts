import type { ActualsStore, ControlStore, VintageStore, WeatherStore } from '@loadcast/core';
import type { SqlDatabase } from './accounts/sql-database.js';
import { areaLedger } from './kinds/area-ledger.js';
import { eventLog } from './kinds/event-log.js';
import { forecasterLedger } from './kinds/forecaster-ledger.js';
import { metaStore } from './kinds/meta-store.js';
import { pollLedger } from './kinds/poll-ledger.js';
import { usageLedger } from './kinds/usage-ledger.js';
import { webhookLedger } from './kinds/webhook-ledger.js';
import type { StoreContents } from './store-contents.js';

export interface StoreParts extends Readonly<ReturnType<typeof tableParts>> {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly weather: WeatherStore;
  readonly control: ControlStore;
}

/** The parts that are the same on every engine. @param fenced writes that only the leader may do */
export function tableParts(contents: StoreContents, database: SqlDatabase, fenced: StoreContents['execute']) {
  return {
    meta: metaStore(contents),
    /** Areas that were added. */
    areaLedger: areaLedger(contents),
    /** Forecasters of accounts, and their submissions. */
    forecasters: forecasterLedger(database),
    /** When sources of load were asked. */
    polls: pollLedger(contents),
    webhooks: webhookLedger(contents, fenced),
    /** What happened, for streams and webhooks. */
    eventLog: eventLog({ ...contents, execute: fenced }),
    /** Requests of keys by hour. */
    usage: usageLedger(contents),
    /** Everything, for copying. */
    contents,
  };
}
