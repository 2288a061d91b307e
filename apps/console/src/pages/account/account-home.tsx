import type { JSX } from 'preact';
import { type Account, askAccount, type IssuedKey } from '../../data/account.js';
import type { Facts } from '../../data/facts.js';
import { Table } from '../../shell/parts/table.js';
import { wholeMw } from '../../time/megawatts.js';
import { Keys } from './keys/keys.js';
import { DeleteAccount } from './security/delete-account.js';
import { Events } from './security/events.js';
import { ChangePassword } from './security/password.js';
import { SecondFactor } from './security/second-factor.js';
import { Sessions } from './security/sessions.js';
import { UsageMeters } from './usage-meters.js';
import { Webhooks } from './webhooks/webhooks.js';

interface AccountHomeProps {
  readonly account: Account;
  /** Made with the sign-up. */
  readonly firstKey: IssuedKey | undefined;
  readonly facts: Facts;
  /** The page's query: a link from another page fills in the webhook form. */
  readonly query: string;
  readonly onLeave: () => void;
}

/** Everything of a signed-in account. */
export function AccountHome({ account, firstKey, facts, query, onLeave }: AccountHomeProps): JSX.Element {
  const signOut = async (): Promise<void> => {
    await askAccount('POST', '/sign-out');
    onLeave();
  };
  return (
    <>
      <p class="who">
        Signed in as <b>{account.email}</b>{' '}
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </p>
      <Keys facts={facts} firstKey={firstKey} mostKeys={account.max_keys} />
      <Webhooks facts={facts} query={query} />
      <h2>Usage</h2>
      <UsageMeters />
      <h2>Plan</h2>
      <PlanTable account={account} />
      <h2>Security</h2>
      <SecondFactor />
      <ChangePassword />
      <Sessions />
      <Events />
      <DeleteAccount onDeleted={onLeave} />
    </>
  );
}

const SURFACES = {
  a: 'A: REST under /v1',
  b: 'B: reports under /oasis',
  c: 'C: utilities under /forecast/v1',
} as const;

const limit = (value: number | null): string => (value === null ? 'no limit' : wholeMw(value));

function PlanTable({ account }: { readonly account: Account }): JSX.Element {
  return (
    <Table
      label="Plan"
      kind="words"
      heads={['Surface', 'Plan', 'Calls an hour', 'Calls a day', 'Ahead', 'Bounds', 'History']}
    >
      {(['a', 'b', 'c'] as const).map((surface) => {
        const plan = account.plans[surface];
        return (
          <tr key={surface}>
            <th scope="row">{SURFACES[surface]}</th>
            <td>{plan?.name ?? 'none; ask your administrator'}</td>
            <td>{plan && limit(plan.requests_per_hour)}</td>
            <td>{plan && limit(plan.requests_per_day)}</td>
            <td>{plan?.horizons.at(-1)}</td>
            <td>{plan && (plan.quantiles ? 'p10, p90' : 'no')}</td>
            <td>
              {plan &&
                (plan.history_days === null
                  ? 'all'
                  : `${plan.history_days} ${plan.history_days === 1 ? 'day' : 'days'}`)}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
