import type { JSX } from 'preact';
import { askAccount, type IssuedKey, type Key } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { epochMs } from '../../../time/epoch-ms.js';
import { agoText } from '../../../time/wall-clock.js';
import { type Action, ActionRow, closing } from '../action-row.js';
import { OverlapChoice } from '../overlap-choice.js';

interface KeyRowProps {
  readonly of: Key;
  readonly onMade: (key: IssuedKey) => void;
  readonly onRevoked: () => void;
}

export function KeyRow({ of, onMade, onRevoked }: KeyRowProps): JSX.Element {
  const { id, label, last4, state, last_used_at } = of;
  const used = last_used_at === null ? 'never' : agoText(epochMs(last_used_at), Date.now());
  const name = label || `…${last4}`;
  const rotate = (close: () => void): JSX.Element => (
    <Form<IssuedKey>
      button={`Rotate ${name}`}
      send={({ overlap }) => askAccount('POST', `/keys/${id}/rotate`, { overlap_seconds: Number(overlap) })}
      done={closing(close, onMade)}
      onCancel={close}
    >
      <OverlapChoice
        label="You get a new key. The old one keeps working for"
        hint="After that, programs with the old key get 401."
      />
    </Form>
  );
  const revoke = (close: () => void): JSX.Element => (
    <Form<Key>
      button={`Revoke ${name}`}
      isGrave
      send={() => askAccount('DELETE', `/keys/${id}`)}
      done={closing(close, onRevoked)}
      onCancel={close}
    >
      <p>
        Every program that uses this key gets 401 from now on (last used: {used}). This cannot be undone. Rotate it
        instead to switch keys without downtime.
      </p>
    </Form>
  );
  const actions: readonly Action[] = [
    { label: 'Rotate', unseen: name, open: rotate },
    { label: 'Revoke', unseen: name, isGrave: true, open: revoke },
  ];
  return (
    <ActionRow
      isDead={state !== 'active'}
      head={<th scope="row">{label || '–'}</th>}
      cells={[<code>…{last4}</code>, state, used]}
      actions={state === 'active' ? actions : []}
    />
  );
}
