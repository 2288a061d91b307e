import type { Caller } from '@loadcast/formats/node';

/** Equal for requests whose answers differ only in the time at which they are made: same path, query, format and plan. */
export function workKey({ request, principal }: Caller): string {
  const { path, query, headers } = request;
  return JSON.stringify([path, query, headers.get('accept') ?? '', principal?.plan.surface, principal?.plan.id]);
}
