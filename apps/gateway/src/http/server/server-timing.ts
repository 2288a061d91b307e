import type { Reply } from '@loadcast/formats';
import { after, type HttpRequest } from '@loadcast/formats/node';

/**
 * An answer with the header that developer tools of browsers show: `queue` is how long it waited for its turn, absent
 * where it had not to, and `total` how long it took with that, ms. Later streaming and compression are not included.
 */
export function withServerTiming(
  { trace }: Pick<HttpRequest, 'trace'>,
  answer: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const startedAt = performance.now();
  return after(answer(), (reply) => {
    const queue = trace?.waitedMs === undefined ? '' : `queue;dur=${trace.waitedMs}, `;
    const total = `total;dur=${(performance.now() - startedAt).toFixed(1)}`;
    return { ...reply, own: { ...reply.own, 'server-timing': queue + total } };
  });
}
