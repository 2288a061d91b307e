/** The caller's place in a distributed trace. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const HEADER = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/**
 * The header `traceparent`; undefined where it is absent or malformed.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceParent(header: string | undefined): TraceParent | undefined {
  const [, traceId, spanId, flags] = HEADER.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}
