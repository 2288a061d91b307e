import type { Preparation, Prepared } from '../http.js';
import { UNBOUNDED } from '../node/answer/request-scope.js';

/** What a route prepared, its data read: for tests without a server. */
export function preparedOf(preparation: Preparation): Prepared | Promise<Prepared> {
  return 'price' in preparation ? preparation.prepare(UNBOUNDED) : preparation;
}
