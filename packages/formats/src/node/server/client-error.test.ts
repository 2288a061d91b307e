import { expect, test } from 'vitest';
import { refusalOfClientError } from './listener.js';

const errorOf = (code: string | undefined, packet = '') =>
  Object.assign(new Error('parse'), { ...(code === undefined ? {} : { code }), rawPacket: Buffer.from(packet) });

test.each([
  { code: 'HPE_HEADER_OVERFLOW', packet: 'GET /', refusal: 'header_too_large' },
  { code: 'HPE_CHUNK_EXTENSIONS_OVERFLOW', packet: 'POST /', refusal: 'bad_request' },
  { code: 'ERR_HTTP_REQUEST_TIMEOUT', packet: '', refusal: 'request_timeout' },
  { code: 'HPE_INVALID_METHOD', packet: 'BREW /', refusal: 'not_implemented' },
  { code: 'HPE_INVALID_METHOD', packet: '\x16\x03\x01', refusal: 'bad_request' },
  { code: 'HPE_INVALID_EOF_STATE', packet: 'GET /', refusal: 'bad_request' },
  { code: undefined, packet: '', refusal: 'bad_request' },
])('$code after "$packet" is $refusal', ({ code, packet, refusal }) => {
  expect(refusalOfClientError(errorOf(code, packet)).code).toBe(refusal);
});
