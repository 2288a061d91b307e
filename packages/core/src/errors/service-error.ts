import type { EpochMs } from '../time/instant.js';

/** Why there is no data. */
export type NoDataReason =
  | 'source_late'
  | 'source_gap'
  | 'not_loaded'
  | 'not_issued'
  | 'not_covered'
  | 'before_history';

/** The usage of an account beside its limits, as a refused caller gets it. */
export interface RateLimitedDetails {
  readonly plan: string;
  readonly limitHourly: number;
  readonly remainingHourly: number;
  readonly limitDaily: number;
  readonly remainingDaily: number;
  readonly retryAfterSeconds: number;
}

/** Every failure a caller can see, and what travels with it. A new failure starts as a new row here. */
export interface ErrorDetails {
  /** `takesBasic`: here the key may be the user name of HTTP Basic. */
  unauthorized: { readonly takesBasic: true } | undefined;
  invalid_key: undefined;
  rate_limited: RateLimitedDetails;
  invalid_query: { parameter: string; expected: string };
  missing_parameter: { parameter: string };
  invalid_parameter: { parameter: string; expected: string };
  /** `requiredPlan` is absent where no plan includes the request. */
  plan_limit: { plan: string; requiredPlan?: string };
  /** The key itself is limited, independent of the plan. */
  key_scope: { expected: string };
  /** The operator asks accounts for a second factor. */
  second_factor_required: undefined;
  no_data: { reason: NoDataReason; expectedAt?: EpochMs };
  not_found: undefined;
  method_not_allowed: { allow: string };
  unavailable: { retryAfterSeconds: number };
  bad_request: { expected: string };
  request_timeout: { expected: string };
  payload_too_large: { expected: string };
  expectation_failed: { expected: string };
  misdirected_request: { expected: string };
  header_too_large: { expected: string };
  not_implemented: { expected: string };
  version_not_supported: { expected: string };
  internal_error: undefined;
}

export type ErrorCode = keyof ErrorDetails;

/** A failure that a caller may see: the message is for them. Anything else thrown is `internal_error` to them. */
export class ServiceError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, message: string, details: ErrorDetails[C], options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }
}
