import { FeedRefusal } from '@loadcast/sources/operator-feeds';
import { UpstreamError } from '@loadcast/sources/weather';
import type { CarriedErrors } from '../asked-threads/carried-errors.js';

const textAfter = (name: string, message: string): string => message.slice(`${name}: `.length);

export const UPSTREAM_ERRORS: CarriedErrors = {
  upstream: {
    is: (error) => error instanceof UpstreamError,
    restore: (message, { upstream, fault, status }) =>
      new UpstreamError(upstream, fault, textAfter(upstream, message), status),
  },
  refusal: {
    is: (error) => error instanceof FeedRefusal,
    restore: (message, { feed, fault, sha256 }) => new FeedRefusal(feed, fault, textAfter(feed, message), sha256),
  },
};
