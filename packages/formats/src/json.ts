import type { Reply } from './http.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** For answers to one key: no shared cache may keep them, and they differ by key and by encoding. */
export const PRIVATE_CACHE = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' } as const;

/** For answers that are the same for everyone. */
export const PUBLIC_CACHE = { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' } as const;

/** A JSON answer. Later `headers` win. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}
