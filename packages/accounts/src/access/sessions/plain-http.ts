import type { Reply } from '@loadcast/formats';
import { after, type HttpRequest } from '@loadcast/formats/node';
import { COOKIE_NAME } from './session-cookie.js';

/** The session cookie over plain http, where a browser keeps none whose name begins with `__Host-`, and no `Secure` one. */
const PLAIN_NAME = COOKIE_NAME.replace('__Host-', '');
const PLAIN_PAIR = new RegExp(`(^|;\\s*)${PLAIN_NAME}=`, 'g');

/**
 * Answers a browser that may have come over plain http, on a network that the operator trusts: there the session cookie is
 * sent and set under its plain name.
 */
export function answerOverHttp(
  request: HttpRequest,
  answer: (request: HttpRequest) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const { cookie = '', headers, baseUrl } = request;
  const isPlain = !cookie.includes(`${COOKIE_NAME}=`) && cookie.includes(`${PLAIN_NAME}=`);
  const seen = isPlain ? { ...request, cookie: cookie.replace(PLAIN_PAIR, `$1${COOKIE_NAME}=`) } : request;
  return after(answer(seen), (reply) => {
    const set = reply.headers['set-cookie'];
    if (set === undefined || !(headers.get('origin') ?? baseUrl).startsWith('http:')) return reply;
    const plain = set.replace(COOKIE_NAME, PLAIN_NAME).replace(' Secure;', '');
    return { ...reply, headers: { ...reply.headers, 'set-cookie': plain } };
  });
}
