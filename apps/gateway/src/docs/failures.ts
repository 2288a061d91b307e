import type { ErrorCode } from '@loadcast/core';
import { ERRORS, jsonSchemaOf, parametersOf } from '@loadcast/formats';
import type { DocumentedEndpoint } from './documented.js';

const ALWAYS: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'internal_error'];
const OF_ACCESS = {
  public: [],
  key: ['unauthorized', 'invalid_key'],
  session: ['unauthorized'],
} as const satisfies Record<DocumentedEndpoint['access'], readonly ErrorCode[]>;

/** The failures of an endpoint that its callers cause or meet, by HTTP status in ascending order. */
export function failuresOf(endpoint: DocumentedEndpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = [...OF_ACCESS[endpoint.access], ...ofQuery(endpoint), ...(endpoint.errors ?? []), ...ALWAYS];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...new Set(codes)]) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([one], [two]) => one - two));
}

/** SingleZip answers a wrong query with 200 and a number, so it has no 400. */
function ofQuery({ query, body, refusesIn200 }: DocumentedEndpoint): ErrorCode[] {
  if (refusesIn200) return [];
  const { required = [] } = body ? jsonSchemaOf(body, 'input') : {};
  const needs = required.length > 0 || parametersOf(query).some(({ isRequired }) => isRequired);
  return [...(needs ? ['missing_parameter' as const] : []), ...(query || body ? ['invalid_parameter' as const] : [])];
}
