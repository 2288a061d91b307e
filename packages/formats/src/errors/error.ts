import { type ErrorCode, ServiceError } from '@loadcast/core';
import type { ErrorDialect, Reply } from '../http.js';
import { JSON_TYPE } from '../json.js';
import { errorHeaders, wireDetails } from './error-details.js';
import { errorXml } from './error-xml.js';
import { ERRORS, type ErrorFault } from './errors.data.js';
import type { ErrorFacts, ErrorWriter, WireFailure } from './wire-failure.js';

/** The dialects that are plain text. `oasis-zip` needs Node: see `errorWriter` of `@loadcast/formats/node`. */
export type TextDialect = Exclude<ErrorDialect, 'oasis-zip'>;

export const TEXT_WRITERS: Readonly<Record<TextDialect, ErrorWriter>> = { json: errorJson, 'oasis-xml': errorXml };

/** `{"error": {code, message, documentation_url, request_id, details}}`. */
function errorJson(failure: WireFailure): { contentType: string; body: string } {
  const { code, message, documentationUrl, requestId, details } = failure;
  const error = { code, message, documentation_url: documentationUrl, request_id: requestId, details };
  return { contentType: JSON_TYPE, body: JSON.stringify({ error }) };
}

/** The code of a failure as its caller sees it: of anything but a ServiceError, `internal_error`. */
export function errorCodeOf(thrown: unknown): ErrorCode {
  const error: ServiceError | undefined = thrown instanceof ServiceError ? thrown : undefined;
  return error?.code ?? 'internal_error';
}

/** Whose fault a failure is; anything but a ServiceError is the fault of the service. */
export function faultOf(thrown: unknown): ErrorFault {
  return ERRORS[errorCodeOf(thrown)].fault;
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
