import { retryAfterMs } from './retry-after.js';
import { UpstreamError, type UpstreamFault } from './upstream-error.js';

/** A failed attempt that may be worth repeating after a while. */
export interface Passing {
  readonly error: UpstreamError;
  /** The wait that the upstream requested; undefined when it named no time. */
  readonly waitMs?: number | undefined;
}

/** A reply that is not 200 and no redirect. */
export interface Refusal {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The beginning of the body. */
  readonly text: string;
}

const RETRIED_STATUSES = new Set([403, 429, 500, 502, 503, 504]);

/** Codes of api-umbrella, the gateway before EIA's API, that say the key is of no use. */
const KEY_CODES = /"code"\s*:\s*"API_KEY_[A-Z]+"/;
/** Open-Meteo's words for a key whose plan does not hold the service that was asked. */
const PLAN_WORDS = /requires the API [\w ]{0,60}plan/i;

/**
 * What a refusal means. A 403 that does not name the key is a firewall or a limit, and passes.
 *
 * @throws {UpstreamError} what another attempt does not change: `refused_key`, `refused_plan`, `status`
 */
export function judge(name: string, { status, retryAfter, text }: Refusal): Passing {
  if (status === 403 && PLAN_WORDS.test(text)) {
    throw new UpstreamError(name, 'refused_plan', 'the plan of our key does not hold this service (403)', status);
  }
  if (status === 401 || (status === 403 && KEY_CODES.test(text))) {
    throw new UpstreamError(name, 'refused_key', `it refused our key (${status})`, status);
  }
  const { fault = 'status', words = `it answered ${status}` } = PASSING.get(status) ?? {};
  const error = new UpstreamError(name, fault, words, status);
  if (!RETRIED_STATUSES.has(status)) throw error;
  return { error, waitMs: retryAfterMs(retryAfter, Date.now()) };
}

const FORBIDDEN = 'it refused the request (403), and not because of the key: a firewall, or a limit';

const PASSING = new Map<number, { readonly fault: UpstreamFault; readonly words?: string }>([
  [403, { fault: 'forbidden', words: FORBIDDEN }],
  [429, { fault: 'rate_limited' }],
]);
