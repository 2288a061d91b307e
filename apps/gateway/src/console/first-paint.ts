import type { Embedded } from '@loadcast/console';
import { type Areas, type EpochMs, ServiceError } from '@loadcast/core';
import { BudgetMap } from '@loadcast/core/budgets';
import type { Principal, SurfaceRequest } from '@loadcast/formats';
import { answerRequest, type Mount } from '@loadcast/formats/node';
import { wholeReply } from '../http/workload/whole-body.js';
import { within } from './within.js';

/** Reads what the first paint of a page shows. A path that is refused is left out: the page's own script asks and says why. */
export type FirstPaint = (paths: readonly string[], request: SurfaceRequest) => Promise<readonly Embedded[]>;

const KEPT_MS = 15_000;
/** A page is not held up longer by an answer that takes its time: odds of a new run, or any while the service is busy. */
const LONGEST_WAIT_MS = 2_000;

/** Paths of the API itself need no key; the others are below the demo's mount. */
const isWhole = (path: string): boolean => path.startsWith('/v1/');

/**
 * Asks the public API in this process what a visitor without a key may ask, `/demo/v1` and what needs no key, without counting
 * it: an answer is made once in 15 seconds however many look. One that takes longer than two seconds is left out of this page
 * and there for the next.
 *
 * @param principal who visitors are; undefined where the demo is turned off
 * @param waitMs the longest that a page waits for an answer
 */
export function createFirstPaint(
  areas: () => Areas,
  mounts: readonly Mount[],
  principal: Principal | undefined,
  waitMs = LONGEST_WAIT_MS,
): FirstPaint {
  const answer = answerRequest(mounts, {
    areas,
    authenticate(request) {
      if (principal && request.path.startsWith('/demo/')) return principal;
      throw new ServiceError('unauthorized', 'An API key is required.', undefined);
    },
  });
  /** Answers that many page views share. */
  const kept = new BudgetMap<string, { readonly at: EpochMs; readonly body: Promise<unknown> }>('first_paints');

  async function bodyOf(path: string, { receivedAt, requestId, baseUrl }: SurfaceRequest): Promise<unknown> {
    const [below = '', query = ''] = path.split('?', 2);
    const headers = new Map<string, string>();
    const caller = { authorization: undefined, cookie: undefined, remoteAddress: '127.0.0.1' };
    const request = {
      method: 'GET',
      path: isWhole(below) ? below : `/demo/v1${below}`,
      query,
      headers,
      receivedAt,
      requestId,
      baseUrl,
      ...caller,
    };
    const reply = await answer(request);
    if (reply.status !== 200) return undefined;
    const { body } = await wholeReply(reply);
    return JSON.parse(Buffer.from(body).toString());
  }

  function readOnce(path: string, request: SurfaceRequest): Promise<unknown> {
    const { receivedAt } = request;
    const known = kept.get(path);
    if (known && Math.abs(receivedAt - known.at) < KEPT_MS) return known.body;
    const body = bodyOf(path, request);
    kept.set(path, { at: receivedAt, body });
    return body;
  }

  return async (paths, request) => {
    const bodies = await Promise.all(paths.map((path) => within(waitMs, readOnce(path, request))));
    return paths.flatMap((path, i) => (bodies[i] === undefined ? [] : [{ path, body: bodies[i] }]));
  };
}
