import { keepReader, reader } from './reader.js';

/** Why there are no data, and what to do about it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly status: number;
  /** When it is worth asking again, seconds from now. */
  readonly retryAfterSeconds?: number | undefined;
}

export type Answer<T> = { readonly ok: true; readonly body: T } | { readonly ok: false; readonly failure: Failure };

/**
 * Reads from the public API. A session that has ended is noticed, and the demo is asked instead.
 *
 * @param path whole where no key is needed
 * @param root where calls that need one go, in a function: it may be another after a refusal
 */
export async function read<T>(path: string, root: () => string): Promise<Answer<T>> {
  if (path.startsWith('/v1/')) return ask<T>('GET', path);
  const answer = await ask<T>('GET', root() + path);
  if (answer.ok || answer.failure.status !== 401 || reader() === 'guest') return answer;
  keepReader('guest');
  return ask<T>('GET', root() + path);
}

/** One call. A network that does not answer is a failure like any other. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return response.ok ? { ok: true, body: parsed as T } : { ok: false, failure: failureOf(response, parsed) };
  } catch {
    return { ok: false, failure: { code: 'offline', message: 'The service cannot be reached.', status: 0 } };
  }
}

function failureOf(response: Response, parsed: unknown): Failure {
  const { error } = (parsed ?? {}) as { error?: { code?: string; message?: string; request_id?: string } };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    code: error?.code ?? 'internal_error',
    message: error?.message ?? `The service answered ${response.status}.`,
    requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    status: response.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
