import type { Caller } from '@loadcast/formats/node';

/** Equal for requests whose answers differ only in the time at which they are made: same path, query, format and plan, and of personal answers the account. */
export function workKey({ request, principal, isPersonal }: Caller): string {
  const { path, query, headers } = request;
  const { surface, id } = principal?.plan ?? {};
  return JSON.stringify([path, query, headers.get('accept') ?? '', surface, id, isPersonal && principal?.accountId]);
}
