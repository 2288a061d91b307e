import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type RotatedWebhook, type Webhook } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { agoText } from '../../../time/wall-clock.js';
import { Deliveries } from './deliveries.js';
import { NewSecret } from './new-secret.js';
import { TestCallButton } from './test-call.js';

interface WebhookRowProps {
  readonly of: Webhook;
  readonly onChanged: () => void;
  readonly onRotated: (webhook: RotatedWebhook) => void;
}

type Shown = 'calls' | 'resume' | 'test' | 'rotate' | 'delete';

/** One webhook. A destructive action asks for confirmation once, and names the consequences. */
export function WebhookRow({ of, onChanged, onRotated }: WebhookRowProps): JSX.Element {
  const [shows, setShows] = useState<Shown | ''>('');
  const { url, types, regions, state } = of;
  const close = (): void => setShows('');
  const changed = (): void => {
    close();
    onChanged();
  };
  const choices = { shows, onChosen: (what: Shown): void => setShows(shows === what ? '' : what) };
  return (
    <>
      <tr class={state === 'disabled' ? 'dead' : ''}>
        <th scope="row" class="address">
          {url}
        </th>
        <td>{types?.join(', ') ?? 'all'}</td>
        <td>{regions?.join(', ') ?? 'all'}</td>
        <td>{stateText(of)}</td>
        <td>
          <Choice what="calls" label="Calls" unseen={`of ${url}`} {...choices} />{' '}
          {state !== 'active' && <Choice what="resume" label="Resume" unseen={url} {...choices} />}{' '}
          <Choice what="test" label="Test" unseen={url} {...choices} />{' '}
          <Choice what="rotate" label="New secret" unseen={`for ${url}`} {...choices} />{' '}
          <Choice what="delete" label="Delete" unseen={url} isGrave {...choices} />
        </td>
      </tr>
      {shows !== '' && (
        <tr class="asks">
          <td colSpan={5}>
            <Opened key={shows} part={shows} of={of} onChanged={changed} onRotated={onRotated} onClose={close} />
          </td>
        </tr>
      )}
    </>
  );
}

interface OpenedProps extends WebhookRowProps {
  readonly part: Shown;
  readonly onClose: () => void;
}

/** The open part of a row: past calls, or the form of an action. */
function Opened({ part, of: { id, url }, onChanged, onRotated, onClose }: OpenedProps): JSX.Element {
  switch (part) {
    case 'calls':
      return <Deliveries id={id} onReplayed={onChanged} />;
    case 'resume':
      return (
        <Form
          button="Resume deliveries"
          send={() => askAccount('POST', `/webhooks/${id}/resume`)}
          done={onChanged}
          onCancel={onClose}
        >
          <p>Sends every event since then, in order, right away. Make sure your receiver is up.</p>
        </Form>
      );
    case 'test':
      return <TestCallButton id={id} url={url} onCancel={onClose} />;
    case 'rotate':
      return (
        <NewSecret
          id={id}
          onRotated={(webhook) => {
            onClose();
            onRotated(webhook);
          }}
          onCancel={onClose}
        />
      );
    case 'delete':
      return (
        <Form
          button={`Delete ${url}`}
          isGrave
          send={() => askAccount('DELETE', `/webhooks/${id}`)}
          done={onChanged}
          onCancel={onClose}
        >
          <p>
            Stops all deliveries, including pending retries, and deletes its secret and call log. This cannot be undone.
          </p>
        </Form>
      );
  }
}

interface ChoiceProps {
  readonly what: Shown;
  readonly label: string;
  /** Text for screen readers after the label: the webhook's address. */
  readonly unseen: string;
  readonly isGrave?: boolean;
  readonly shows: Shown | '';
  readonly onChosen: (what: Shown) => void;
}

/** The button that opens and closes one part of a row. */
function Choice({ what, label, unseen, isGrave, shows, onChosen }: ChoiceProps): JSX.Element {
  return (
    <button type="button" class={isGrave ? 'grave' : ''} aria-expanded={shows === what} onClick={() => onChosen(what)}>
      {label}
      <span class="unseen"> {unseen}</span>
    </button>
  );
}

function stateText({ state, failing_since, attempts, next_attempt_at }: Webhook): string {
  const since = failing_since === null ? '' : `, failing for ${agoText(Date.parse(failing_since), Date.now())}`;
  if (state === 'disabled') return 'Disabled: no delivery succeeded for 24 hours.';
  if (state === 'active') return 'active';
  const next = next_attempt_at === null ? '' : `, next ${agoText(Date.parse(next_attempt_at), Date.now())}`;
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} failed${since.replace(' ago', '')}${next}`;
}
