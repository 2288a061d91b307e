import type { AreaId, EpochMs } from '@loadcast/core';
import type { StoreSettings } from '../wiring/store.js';
import type { ForecasterSettings } from './configured-forecaster.js';

export type WorkerSettings = StoreSettings & ForecasterSettings;

export interface WorkerStart {
  readonly settings: WorkerSettings;
  readonly areaIds: readonly AreaId[];
  /** Whether fits are kept beside the store for the next start. */
  readonly keepsFits: boolean;
}

/** What it is asked then: a forecast, which is the answer, or to read what the store has grown by, or to close the store. */
export type WorkerQuestion =
  | { readonly type: 'issue'; readonly areaId: AreaId; readonly issuedAt: EpochMs }
  | { readonly type: 'refresh' | 'close' };
