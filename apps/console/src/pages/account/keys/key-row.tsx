import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type IssuedKey, type Key } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { agoText } from '../../../time/wall-clock.js';
import { OverlapChoice } from '../overlap-choice.js';

interface KeyRowProps {
  readonly of: Key;
  readonly onMade: (key: IssuedKey) => void;
  readonly onRevoked: () => void;
}

/** One key. What ends it asks once, and says what will stop working. */
export function KeyRow({ of, onMade, onRevoked }: KeyRowProps): JSX.Element {
  const [asks, setAsks] = useState<'' | 'rotate' | 'revoke'>('');
  const { id, label, last4, state, last_used_at } = of;
  const used = last_used_at === null ? 'never' : agoText(Date.parse(last_used_at), Date.now());
  const name = label || `…${last4}`;
  const close = (): void => setAsks('');
  return (
    <>
      <tr class={state === 'active' ? '' : 'dead'}>
        <th scope="row">{label || '–'}</th>
        <td>
          <code>…{last4}</code>
        </td>
        <td>{state}</td>
        <td>{used}</td>
        <td>
          {state === 'active' && (
            <>
              <button type="button" aria-expanded={asks === 'rotate'} onClick={() => setAsks('rotate')}>
                Rotate<span class="unseen"> {name}</span>
              </button>{' '}
              <button type="button" class="grave" aria-expanded={asks === 'revoke'} onClick={() => setAsks('revoke')}>
                Revoke<span class="unseen"> {name}</span>
              </button>
            </>
          )}
        </td>
      </tr>
      {asks !== '' && (
        <tr class="asks">
          <td colSpan={5}>
            {asks === 'revoke' ? (
              <Form<Key>
                button={`Revoke ${name}`}
                isGrave
                send={() => askAccount('DELETE', `/keys/${id}`)}
                done={() => {
                  close();
                  onRevoked();
                }}
                onCancel={close}
              >
                <p>
                  Every program that uses this key gets 401 from now on (last used: {used}). This cannot be undone.
                  Rotate it instead to switch keys without downtime.
                </p>
              </Form>
            ) : (
              <Form<IssuedKey>
                button={`Rotate ${name}`}
                send={({ overlap }) => askAccount('POST', `/keys/${id}/rotate`, { overlap_seconds: Number(overlap) })}
                done={(key) => {
                  close();
                  onMade(key);
                }}
                onCancel={close}
              >
                <OverlapChoice
                  label="You get a new key. The old one keeps working for"
                  hint="After that, programs with the old key get 401."
                />
              </Form>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
