import { json, type Reply } from '@loadcast/formats';
import { z } from 'zod';

/** An answer of the account API. No cache may keep it. */
export function success(status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(status, { status: 'success', data }, { 'cache-control': 'no-store', ...headers });
}

export const successAnswer = <S extends z.ZodType>(data: S) => z.strictObject({ status: z.literal('success'), data });

export const messageAnswer = successAnswer(z.strictObject({ message: z.string() }));
