import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '../http.js';

const HEADER = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/**
 * The caller's place in a distributed trace, from the header `traceparent`; undefined where it is absent or malformed.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceParent(header: string | undefined) {
  const [, traceId, spanId, flags] = HEADER.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & 1 };
}

/** Headers of a call that answers a request: the caller's trace, below the request's own span. None where the caller sent no trace. */
export function traceHeaders({ headers, trace }: HttpRequest): Readonly<Record<string, string>> {
  const parent = parseTraceParent(headers.get('traceparent'));
  if (!parent || !trace) return {};
  trace.spanId ??= randomBytes(8).toString('hex');
  return { traceparent: `00-${parent.traceId}-${trace.spanId}-0${parent.traceFlags}` };
}
