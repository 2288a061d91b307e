import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Account, askAccount, type IssuedKey } from '../../data/account.js';
import type { Failure } from '../../data/api.js';
import type { PageState } from '../../data/facts.js';
import { keepReader } from '../../data/reader.js';
import { usePlace } from '../../shell/parts/use-place.js';
import { Pending } from '../../shell/trouble.js';
import type { Page } from '../page.js';
import { AccountHome } from './account-home.js';
import { SignedOut } from './signed-out.js';

/** `/account`: sign-up, keys, usage, security. Its calls are documented in docs/accounts.md. */
export const ACCOUNT: Page = {
  pattern: '/account',
  title: () => 'Account',
  view: (state) => <AccountPage state={state} />,
};

type Caller =
  | { readonly is: 'unknown' }
  | { readonly is: 'signed-out' }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'signed-in'; readonly account: Account; readonly firstKey?: IssuedKey | undefined };

function AccountPage({ state }: { readonly state: PageState }): JSX.Element {
  const [caller, setCaller] = useState<Caller>({ is: 'unknown' });
  const [heading, goToHeading] = usePlace();
  const enter = (account: Account, firstKey?: IssuedKey): void => {
    keepReader(account.plans.a?.quantiles ? 'full' : 'free');
    setCaller({ is: 'signed-in', account, firstKey });
  };
  const leave = (): void => {
    keepReader('guest');
    setCaller({ is: 'signed-out' });
  };
  /** Wraps an action that removes its own form or button: the focus moves to the top of its replacement. */
  const moving =
    <T extends readonly unknown[]>(change: (...given: T) => void) =>
    (...given: T): void => {
      goToHeading();
      change(...given);
    };
  useEffect(() => {
    void askAccount<Account>('GET', '').then((answer) => {
      if (answer.ok) enter(answer.body);
      else if (answer.failure.status === 401) leave();
      else setCaller({ is: 'failed', failure: answer.failure });
    });
  }, []);
  return (
    <div class="room">
      <h1 ref={heading} tabIndex={-1}>
        Account
      </h1>
      <Pending
        of={{
          body: undefined,
          failure: caller.is === 'failed' ? caller.failure : undefined,
          isWaiting: caller.is === 'unknown',
        }}
        what="the account"
      />
      {caller.is === 'unknown' && (
        <noscript>This page needs JavaScript. You can also manage your account through the API: see /docs.</noscript>
      )}
      {caller.is === 'signed-out' && <SignedOut facts={state.facts} onEnter={moving(enter)} />}
      {caller.is === 'signed-in' && (
        <AccountHome
          account={caller.account}
          firstKey={caller.firstKey}
          facts={state.facts}
          query={state.query}
          onLeave={moving(leave)}
        />
      )}
    </div>
  );
}
