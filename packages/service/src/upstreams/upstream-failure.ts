import { FeedRefusal } from '@loadcast/sources/operator-feeds';
import { UpstreamError } from '@loadcast/sources/weather';

type Facts<E, Name extends keyof E> = Pick<E, Name>;

/** A failure as threads send it: an error's class is lost between them. */
export interface UpstreamFailure {
  readonly message: string;
  readonly stack: string | undefined;
  readonly upstream?: Facts<UpstreamError, 'upstream' | 'fault' | 'status'>;
  readonly refusal?: Facts<FeedRefusal, 'feed' | 'fault' | 'sha256'>;
}

export function describeFailure(error: unknown): UpstreamFailure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof UpstreamError) {
    const { upstream, fault, status } = error;
    return { message, stack, upstream: { upstream, fault, status } };
  }
  if (error instanceof FeedRefusal) {
    const { feed, fault, sha256 } = error;
    return { message, stack, refusal: { feed, fault, sha256 } };
  }
  return { message, stack };
}

export function restoreError({ message, stack, upstream, refusal }: UpstreamFailure): Error {
  const textAfter = (name: string) => message.slice(`${name}: `.length);
  const error = upstream
    ? new UpstreamError(upstream.upstream, upstream.fault, textAfter(upstream.upstream), upstream.status)
    : refusal
      ? new FeedRefusal(refusal.feed, refusal.fault, textAfter(refusal.feed), refusal.sha256)
      : new Error(message);
  return Object.assign(error, { stack });
}
