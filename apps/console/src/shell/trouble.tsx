import type { JSX } from 'preact';
import type { Failure } from '../data/api.js';
import type { Reading } from '../data/use-answer.js';

const NEXT: Readonly<Record<string, JSX.Element | string>> = {
  rate_limited: (
    <>
      Visitors without an account share a small hourly limit. <a href="/account">Create a free account</a>, or wait.
    </>
  ),
  unauthorized: <a href="/account">Sign in</a>,
  plan_limit: <a href="/docs/plans">See what each plan includes</a>,
  key_scope: <a href="/account">Sign in to see every grid</a>,
  second_factor_required: <a href="/account">Set up an authenticator app</a>,
  no_data: (
    <>
      This page retries automatically. <a href="/status">Source status</a>
    </>
  ),
  unavailable: 'This page retries automatically.',
  offline: 'This page retries when the network is back.',
};

/** A failure in words: what happened, what to do, and the id that support asks for. */
export function Trouble({ failure, isStale = false }: { failure: Failure; isStale?: boolean }): JSX.Element {
  const { code, message, requestId, retryAfterSeconds } = failure;
  const minutes = retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return (
    <div class="trouble" role="status">
      <p>
        <b>{isStale ? 'This may be out of date.' : 'Nothing to show.'}</b> {sentence(message)}
      </p>
      <p>
        {NEXT[code] ?? (
          <>
            Explanation: <a href={`/docs/errors#${code}`}>{code}</a>.
          </>
        )}
        {minutes !== undefined && ` Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`}
        {requestId && (
          <span class="hint">
            {' '}
            Request <code>{requestId}</code>
          </span>
        )}
      </p>
    </div>
  );
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Why something is not there yet: its failure, or that it is loading. */
export function Pending({
  of,
  what,
}: {
  readonly of: Pick<Reading<unknown>, 'body' | 'failure' | 'isWaiting'>;
  readonly what: string;
}): JSX.Element {
  return (
    <>
      {of.failure && <Trouble failure={of.failure} isStale={of.body !== undefined} />}
      {of.isWaiting && (
        <p class="waiting" role="status">
          Loading {what} …
        </p>
      )}
    </>
  );
}

/** Where a reader without an account would see data. */
export function SignIn({ to }: { readonly to: string }): JSX.Element {
  return (
    <p class="trouble">
      <a href="/account">Sign in</a> to see {to}. A free account covers every grid.
    </p>
  );
}
