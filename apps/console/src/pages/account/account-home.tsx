import type { JSX } from 'preact';
import { type Account, API_NAMES, askAccount, type IssuedKey, type Plan } from '../../data/account.js';
import type { Facts } from '../../data/facts.js';
import { RowTable } from '../../shell/parts/table.js';
import { wholeMw } from '../../time/megawatts.js';
import { Keys } from './keys/keys.js';
import { Events } from './security/events.js';
import { ChangePassword, DeleteAccount } from './security/password.js';
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

const SURFACES = ['a', 'b', 'c'] as const;
type Surface = (typeof SURFACES)[number];

const count = (value: number | null): string => (value === null ? 'no limit' : wholeMw(value));
const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

function PlanTable({ account: { plans } }: { readonly account: Account }): JSX.Element {
  const column = (name: string, text: (plan: Plan) => string | undefined) => ({
    name,
    cell: (surface: Surface) => plans[surface] && text(plans[surface]),
  });
  return (
    <RowTable
      label="Plan"
      kind="words"
      rows={SURFACES}
      columns={[
        { name: 'API', cell: (surface) => API_NAMES[surface] },
        { name: 'Plan', cell: (surface) => plans[surface]?.name ?? 'none; ask your administrator' },
        column('Calls an hour', (plan) => count(plan.requests_per_hour)),
        column('Calls a day', (plan) => count(plan.requests_per_day)),
        column('Ahead', ({ horizons }) => daysText(Number.parseInt(horizons.at(-1) ?? '', 10))),
        column('Likely ranges', ({ quantiles }) => (quantiles ? 'p10, p90' : 'no')),
        column('History', ({ history_days: days }) => (days === null ? 'all' : daysText(days))),
      ]}
    />
  );
}
