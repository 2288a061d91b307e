import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@loadcast/core';

/** Reads the body of a request, if it is not larger. */
export type ReadBody = (mostBytes: number) => Promise<Uint8Array>;

/**
 * Makes the function that reads a request's body once.
 *
 * How long a caller may take for it is the server's `requestTimeout`.
 */
export function bodyReader(message: IncomingMessage): ReadBody {
  return async (mostBytes) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of message) {
      length += chunk.length;
      if (length > mostBytes) {
        const expected = `at most ${mostBytes} bytes`;
        throw new ServiceError('invalid_parameter', `body: ${expected}`, { parameter: 'body', expected });
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
}
