import type { ActualsStore, ControlStore, VintageStore, WeatherStore } from '@loadcast/core';
import type { AreaLedger } from './kinds/area-ledger.js';
import type { EventLog } from './kinds/event-log.js';
import type { ForecasterLedger } from './kinds/forecaster-ledger.js';
import type { MetaStore } from './kinds/meta-store.js';
import type { PollLedger } from './kinds/poll-ledger.js';
import type { UsageLedger } from './kinds/usage-ledger.js';
import type { WebhookLedger } from './kinds/webhook-ledger.js';
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
