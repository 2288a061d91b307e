import { json, type Reply } from '@loadcast/formats';

/** An answer of the account API. No cache may keep it. */
export function success(status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(status, { status: 'success', data }, { 'cache-control': 'no-store', ...headers });
}
