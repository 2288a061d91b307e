import type { AreaId, EpochMs, ErrorCode, ErrorDetails, IssuedForecast } from '@loadcast/core';
import type { StoreSettings } from '../wiring/store.js';
import type { ForecasterSettings } from './configured-forecaster.js';

export type WorkerSettings = StoreSettings & ForecasterSettings;

/** The first message to a forecast worker. */
export interface WorkerStart {
  readonly type: 'start';
  readonly settings: WorkerSettings;
  readonly areaIds: readonly AreaId[];
  /** Whether fits are kept beside the store for the next start. */
  readonly keepsFits: boolean;
}

export type WorkerRequest = { readonly id: number } & (
  | { readonly type: 'issue'; readonly areaId: AreaId; readonly issuedAt: EpochMs }
  | { readonly type: 'refresh' | 'close' }
);

export type WorkerReply = { readonly id: number } & (
  | { readonly type: 'issued'; readonly forecast: IssuedForecast }
  | { readonly type: 'done' }
  | {
      readonly type: 'failed';
      readonly message: string;
      readonly stack: string | undefined;
      readonly service: { readonly code: ErrorCode; readonly details: ErrorDetails[ErrorCode] } | undefined;
    }
);
