import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { IssuedKey } from '../../../data/account.js';
import type { Facts } from '../../../data/facts.js';
import { Copied } from '../../../shell/parts/copy.js';
import { ShownOnce } from '../../../shell/parts/shown-once.js';

interface NewKeyProps {
  readonly issued: IssuedKey;
  readonly facts: Facts;
  readonly onHide: () => void;
}

/** A key that was just made, with a call that can be pasted into a terminal, and a test. */
export function NewKey({ issued, facts, onHide }: NewKeyProps): JSX.Element {
  const [result, setResult] = useState('');
  const region = facts.grids[0]?.code ?? 'PJM';
  const curl = `curl -sS --fail-with-body -H "Authorization: Bearer ${issued.key}" "${facts.baseUrl}/v1/demand/forecast?region=${region}&format=csv"`;
  const test = async (): Promise<void> => {
    setResult('Asking …');
    const headers = { authorization: `Bearer ${issued.key}` };
    const response = await fetch('/v1/me', { headers, credentials: 'omit' }).catch(() => undefined);
    if (!response) setResult('The service cannot be reached.');
    else if (response.ok) setResult('It works.');
    else setResult(`Failed: ${response.status}, request ${response.headers.get('x-request-id')}.`);
  };
  return (
    <ShownOnce
      label="New key"
      text={issued.key}
      what="the key"
      onSaved={onHide}
      intro={
        <>
          <b>Your key. It is shown only once</b>, so store it like a password. The <a href="/docs">docs</a> fill it into
          their samples until you close this tab.
        </>
      }
    >
      <p>Your first call: the forecast for {region} as a table.</p>
      <Copied text={curl} what="the first call" />
      <p class="buttons">
        <button type="button" onClick={test}>
          Test the key
        </button>{' '}
        <span role="status">{result}</span>
      </p>
    </ShownOnce>
  );
}
