import { type ErrorCode, ServiceError } from '@loadcast/core';
import type { ErrorDialect, Reply, SurfaceRequest } from '../http.js';
import { errorHeaders, wireDetails } from './error-details.js';
import { errorJson } from './error-json.js';
import { errorXml } from './error-xml.js';
import { ERRORS, type ErrorFault } from './errors.data.js';

/** What an error reply contains of its request. */
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

/** The dialects that are plain text. `oasis-zip` needs Node: see `ERROR_WRITERS` of `@loadcast/formats/node`. */
export type TextDialect = Exclude<ErrorDialect, 'oasis-zip'>;

export const TEXT_WRITERS: Readonly<Record<TextDialect, ErrorWriter>> = { json: errorJson, 'oasis-xml': errorXml };

/** Whose fault a failure is; anything but a ServiceError is the fault of the service. */
export function faultOf(thrown: unknown): ErrorFault {
  const error: ServiceError | undefined = thrown instanceof ServiceError ? thrown : undefined;
  return ERRORS[error?.code ?? 'internal_error'].fault;
}

/** Where a code is explained. The gateway serves the page, one anchor a code. */
export function documentationUrl(baseUrl: string, code: ErrorCode): string {
  return `${baseUrl}/docs/errors#${code}`;
}

/**
 * The only place where a failure becomes bytes. Anything but a ServiceError becomes `internal_error` and shows nothing
 * of itself.
 *
 * @param dialect its name, or the function that writes it
 */
export function renderError(thrown: unknown, dialect: TextDialect | ErrorWriter, facts: ErrorFacts): Reply {
  const error: ServiceError =
    thrown instanceof ServiceError
      ? thrown
      : new ServiceError('internal_error', 'Something went wrong on our side. Please quote the request id.', undefined);
  const failure: WireFailure = {
    status: ERRORS[error.code].status,
    code: error.code,
    message: error.message,
    documentationUrl: documentationUrl(facts.baseUrl, error.code),
    requestId: facts.requestId,
    details: wireDetails(error),
    facts,
  };
  const written = (typeof dialect === 'function' ? dialect : TEXT_WRITERS[dialect])(failure);
  return {
    status: written.status ?? failure.status,
    headers: {
      'content-type': written.contentType,
      'cache-control': 'no-store',
      ...errorHeaders(error),
      ...written.headers,
    },
    body: written.body,
  };
}
