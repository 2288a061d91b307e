/** The codes of the service's errors, and four of this client: see `docs/errors` of the service. */
export type ErrorCode =
  | 'unauthorized'
  | 'invalid_key'
  | 'rate_limited'
  | 'invalid_query'
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'plan_limit'
  | 'no_data'
  | 'not_found'
  | 'method_not_allowed'
  | 'unavailable'
  | 'internal_error'
  /** No answer came: address, network, or a connection cut in mid-answer. */
  | 'connection_failed'
  /** No whole answer within `timeoutSeconds`. */
  | 'timeout'
  /** An answer that is not the service's: a proxy's page, say. */
  | 'unexpected_answer'
  /** A call of a webhook that is not the service's: see `readWebhook`. */
  | 'invalid_signature'
  | (string & {});

/** What went wrong with a call. `cause` has the failure of the network, where there was one. */
export class LoadcastError extends Error {
  override readonly name = 'LoadcastError';
  readonly code: ErrorCode;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Give it to support; undefined where no answer came. */
  readonly requestId: string | undefined;
  readonly documentationUrl: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which the service said that a call may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, facts: Partial<Omit<LoadcastError, 'name' | 'code' | 'message'>> = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
    this.documentationUrl = facts.documentationUrl;
    this.details = facts.details ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The error that a refusing answer carries. */
export function errorOf(response: Response, body: string): LoadcastError {
  const { status, headers } = response;
  const facts = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  };
  const error = parsedError(body);
  if (!error) return new LoadcastError('unexpected_answer', `HTTP ${status}: ${body.slice(0, 200)}`, facts);
  return new LoadcastError(error.code, error.message, {
    ...facts,
    documentationUrl: error.documentation_url,
    details: error.details ?? {},
  });
}

interface WireError {
  readonly code: string;
  readonly message: string;
  readonly documentation_url?: string;
  readonly details?: Record<string, unknown>;
}

function parsedError(body: string): WireError | undefined {
  try {
    const { error } = JSON.parse(body);
    return typeof error?.code === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Retry-After: seconds, or a date as proxies write it. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
