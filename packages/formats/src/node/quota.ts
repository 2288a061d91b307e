import type { AreaId, ServiceError } from '@loadcast/core';
import type { HttpRequest, Principal } from '../http.js';

/** Header names in lower case, and their values. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** The caller a request is counted for: a key's account, or without a key the request's address. */
export interface Caller {
  readonly request: HttpRequest;
  /** Absent on public routes. */
  readonly principal?: Principal;
  /** Answers differ by account: they are neither kept for others nor made for several at once. */
  readonly isPersonal?: true;
}

export interface Charge {
  readonly headers: ReplyHeaders;
  /** The error to answer with when a limit is reached; nothing was charged then. */
  readonly refusal?: ServiceError;
  /** Refunds the charge. Returns the headers after it. */
  refund(): ReplyHeaders | Promise<ReplyHeaders>;
}

export interface Quota {
  /** The headers of an answer that costs nothing; none for a caller without a key. */
  peek(caller: Caller, regions: readonly AreaId[]): ReplyHeaders | Promise<ReplyHeaders>;
  /**
   * Charges one request to its caller and to each region.
   *
   * @param regions canonical regions; empty where there is no cap per region
   */
  charge(caller: Caller, regions: readonly AreaId[]): Charge | Promise<Charge>;
  /** Whether so much was read for the caller in this hour that cost nothing that the next request is charged before it is read. */
  isOverdrawn(caller: Caller): boolean;
  /** Counts data that were read for a request that cost nothing: there were none, or the quota refused them. */
  countUncharged(caller: Caller): void;
}

const NO_CHARGE: Charge = { headers: {}, refund: () => ({}) };

/** Counts nothing and refuses no request: the quota of a thin server. */
export const UNLIMITED: Quota = {
  peek: () => ({}),
  charge: () => NO_CHARGE,
  isOverdrawn: () => false,
  countUncharged: () => undefined,
};
