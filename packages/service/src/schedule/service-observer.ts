import type { AreaId, EpochMs } from '@loadcast/core';
import type { IssueReason } from './due-issue.js';

export interface Polled {
  readonly outcome: 'ok' | 'failed';
  readonly at: EpochMs;
  readonly newHours: number;
  readonly restatedHours: number;
}

export interface Issued {
  readonly areaId: AreaId;
  /** `refused`: a vintage of that very instant was there already. */
  readonly outcome: 'kept' | 'refused' | 'no_data' | 'failed';
  /** Undefined when not even that could be found out. */
  readonly reason: IssueReason | undefined;
  readonly at: EpochMs;
}

/** Notified of what the service does, for metrics and monitors. Must not throw. */
export interface ServiceObserver {
  polled(polled: Polled): void;
  issued(issued: Issued): void;
  leading(isLeading: boolean): void;
}

export const NO_OBSERVER: ServiceObserver = { polled() {}, issued() {}, leading() {} };
