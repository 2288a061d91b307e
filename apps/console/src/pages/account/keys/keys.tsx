import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { askAccount, type IssuedKey, type Key } from '../../../data/account.js';
import type { Facts } from '../../../data/facts.js';
import { keepKey } from '../../../data/reader.js';
import { Field, Form } from '../../../shell/parts/form.js';
import { Table } from '../../../shell/parts/table.js';
import { Pending } from '../../../shell/trouble.js';
import { useMade } from '../use-made.js';
import { KeyRow } from './key-row.js';
import { NewKey } from './new-key.js';

interface KeysProps {
  readonly facts: Facts;
  readonly firstKey: IssuedKey | undefined;
  readonly mostKeys: number | null;
}

/** The keys of the account. One that was just made is shown above them, once. */
export function Keys({ facts, firstKey, mostKeys }: KeysProps): JSX.Element {
  const { reading, made, isMaking, setMaking, heading, show, hide, changed } = useMade<Key, IssuedKey>(
    '/keys',
    firstKey,
    false,
  );
  const data = reading.body;
  useEffect(() => made && keepKey(made.key), [made]);
  const revoked = (id: string): void => {
    if (made?.id === id) hide();
    keepKey(undefined);
    changed();
  };
  const working = (data ?? []).filter(({ state }) => state === 'active');
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Keys
      </h2>
      {made && <NewKey key={made.id} issued={made} facts={facts} onHide={hide} />}
      <Pending of={reading} what="keys" />
      {data && data.length > 0 && (
        <Table label="Keys" kind="words" heads={['Name', 'Ends in', 'State', 'Last used', 'Action']}>
          {data.map((key) => (
            <KeyRow key={key.id} of={key} onMade={show} onRevoked={() => revoked(key.id)} />
          ))}
        </Table>
      )}
      {data && working.length === 0 && !made && <p>You have no active key. Create one: all it needs is a name.</p>}
      {isMaking && <KeyForm facts={facts} onMade={show} onCancel={() => setMaking(false)} />}
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

interface KeyFormProps {
  readonly facts: Facts;
  readonly onMade: (key: IssuedKey) => void;
  readonly onCancel: () => void;
}

function KeyForm({ facts, onMade, onCancel }: KeyFormProps): JSX.Element {
  return (
    <div class="narrow">
      <Form<IssuedKey>
        button="Create key"
        send={(fields) => askAccount('POST', '/keys', wishesOf(fields))}
        done={onMade}
        onCancel={onCancel}
      >
        <Field name="label" label="Name" hint="Where you will use it, such as: Excel on my laptop, nightly job." />
        <Field
          name="regions"
          label="Only these grids (optional)"
          isOptional
          hint={`Codes, comma separated: ${facts.grids.map(({ code }) => code).join(', ')}. You cannot change this later.`}
        />
      </Form>
    </div>
  );
}
