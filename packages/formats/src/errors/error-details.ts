import type { ErrorCode, ErrorDetails, ServiceError } from '@loadcast/core';
import { isoUtc } from '../query/wire-time.js';

type WireDetails = Readonly<Record<string, string | number>>;
type DetailsTable = { readonly [C in ErrorCode]: (details: ErrorDetails[C]) => WireDetails };

const NOTHING = (): WireDetails => ({});
const EXPECTED = ({ expected }: { readonly expected: string }): WireDetails => ({ expected });

/** `error.details` of each failure, under the names of the wire. */
const DETAILS: DetailsTable = {
  unauthorized: NOTHING,
  invalid_key: NOTHING,
  rate_limited: (details) => ({
    plan: details.plan,
    limit_hourly: details.limitHourly,
    remaining_hourly: details.remainingHourly,
    limit_daily: details.limitDaily,
    remaining_daily: details.remainingDaily,
    retry_after_seconds: details.retryAfterSeconds,
  }),
  invalid_query: ({ parameter, expected }) => ({ parameter, expected }),
  missing_parameter: ({ parameter }) => ({ parameter }),
  invalid_parameter: ({ parameter, expected }) => ({ parameter, expected }),
  plan_limit: ({ plan, requiredPlan }) => ({
    plan,
    ...(requiredPlan === undefined ? {} : { required_plan: requiredPlan }),
  }),
  key_scope: ({ expected }) => ({ expected }),
  second_factor_required: NOTHING,
  no_data: ({ reason, expectedAt }) => ({
    reason,
    ...(expectedAt === undefined ? {} : { expected_at: isoUtc(expectedAt) }),
  }),
  not_found: NOTHING,
  method_not_allowed: ({ allow }) => ({ allow }),
  unavailable: ({ retryAfterSeconds }) => ({ retry_after_seconds: retryAfterSeconds }),
  internal_error: NOTHING,
  bad_request: EXPECTED,
  request_timeout: EXPECTED,
  payload_too_large: EXPECTED,
  expectation_failed: EXPECTED,
  misdirected_request: EXPECTED,
  header_too_large: EXPECTED,
  not_implemented: EXPECTED,
  version_not_supported: EXPECTED,
};

/** Basic first: wget reads the first challenge only. */
const BASIC_OR_BEARER = 'Basic realm="Loadcast", charset="UTF-8", Bearer';

export function wireDetails<C extends ErrorCode>(error: ServiceError<C>): WireDetails {
  return DETAILS[error.code](error.details);
}

/** The headers a failure carries beside its body. */
export function errorHeaders(error: ServiceError): Readonly<Record<string, string>> {
  if (hasCode(error, 'unauthorized') && error.details?.takesBasic) return { 'www-authenticate': BASIC_OR_BEARER };
  if (hasCode(error, 'unauthorized') || hasCode(error, 'invalid_key')) return { 'www-authenticate': 'Bearer' };
  if (hasCode(error, 'method_not_allowed')) return { allow: error.details.allow };
  if (hasCode(error, 'rate_limited') || hasCode(error, 'unavailable')) {
    return { 'retry-after': String(error.details.retryAfterSeconds) };
  }
  return {};
}

function hasCode<C extends ErrorCode>(error: ServiceError, code: C): error is ServiceError<C> {
  return error.code === code;
}
