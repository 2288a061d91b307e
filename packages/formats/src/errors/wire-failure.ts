import type { ErrorCode } from '@loadcast/core';
import type { SurfaceRequest } from '../http.js';

export interface ErrorFacts {
  readonly requestId: string;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Absent when the request could not even be read. */
  readonly request?: SurfaceRequest;
}

/** A failure in the wire's words, before a dialect writes it down. */
export interface WireFailure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly documentationUrl: string;
  readonly requestId: string;
  readonly details: Readonly<Record<string, string | number>>;
  readonly facts: ErrorFacts;
}

/** How a dialect writes a failure. It may add headers, and may replace the status (real OASIS answers 200). */
export interface WrittenError {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type ErrorWriter = (failure: WireFailure) => WrittenError;
