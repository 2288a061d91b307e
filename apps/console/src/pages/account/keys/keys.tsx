import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type IssuedKey, type Key, useAccount } from '../../../data/account.js';
import type { Facts } from '../../../data/facts.js';
import { Field, Form } from '../../../shell/parts/form.js';
import { Table } from '../../../shell/parts/table.js';
import { usePlace } from '../../../shell/parts/use-place.js';
import { Trouble, Waiting } from '../../../shell/trouble.js';
import { KeyRow } from './key-row.js';
import { NewKey } from './new-key.js';

interface KeysProps {
  readonly facts: Facts;
  readonly firstKey: IssuedKey | undefined;
  readonly mostKeys: number | null;
}

/** The keys of the account. One that was just made is shown above them, once. */
export function Keys({ facts, firstKey, mostKeys }: KeysProps): JSX.Element {
  const { data, failure, reload } = useAccount<readonly Key[]>('/keys');
  const [made, setMade] = useState<IssuedKey | undefined>(firstKey);
  const [isMaking, setMaking] = useState(false);
  const show = (key: IssuedKey): void => {
    setMade(key);
    setMaking(false);
    reload();
  };
  const [heading, goToHeading] = usePlace();
  const revoked = (id: string): void => {
    if (made?.id === id) setMade(undefined);
    reload();
    goToHeading();
  };
  const hide = (): void => {
    setMade(undefined);
    goToHeading();
  };
  const working = (data ?? []).filter(({ state }) => state === 'active');
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Keys
      </h2>
      {made && <NewKey key={made.id} issued={made} facts={facts} onHide={hide} />}
      {failure && <Trouble failure={failure} />}
      {!data && !failure && <Waiting what="keys" />}
      {data && data.length > 0 && <KeyTable keys={data} onMade={show} onRevoked={revoked} />}
      {data && working.length === 0 && !made && <p>You have no active key. Create one: all it needs is a name.</p>}
      {isMaking && (
        <div class="narrow">
          <Form<IssuedKey>
            button="Create key"
            send={(fields) => askAccount('POST', '/keys', wishesOf(fields))}
            done={show}
            onCancel={() => setMaking(false)}
          >
            <Field name="label" label="Name" hint="Where you will use it, such as: Excel on my laptop, nightly job." />
            <Field
              name="regions"
              label="Only these grids (optional)"
              isOptional
              hint={`Codes, comma separated: ${facts.grids.map(({ code }) => code).join(', ')}. A limit cannot be changed later.`}
            />
          </Form>
        </div>
      )}
      <p>
        <button
          type="button"
          class={working.length === 0 ? 'main' : ''}
          aria-expanded={isMaking}
          onClick={() => setMaking(!isMaking)}
        >
          Create a key
        </button>{' '}
        <span class="hint">
          {mostKeys === null ? 'No limit on keys.' : `${working.length} of ${mostKeys} in use.`} All keys share one
          limit.
        </span>
      </p>
    </>
  );
}

function wishesOf({ label, regions }: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const codes = (regions ?? '').split(/[\s,]+/).filter((code) => code !== '');
  return { label, ...(codes.length > 0 && { regions: codes }) };
}

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onMade: (key: IssuedKey) => void;
  readonly onRevoked: (id: string) => void;
}

function KeyTable({ keys, onMade, onRevoked }: KeyTableProps): JSX.Element {
  return (
    <Table label="Keys" kind="words" heads={['Name', 'Ends in', 'State', 'Last used', 'Do']}>
      {keys.map((key) => (
        <KeyRow key={key.id} of={key} onMade={onMade} onRevoked={() => onRevoked(key.id)} />
      ))}
    </Table>
  );
}
