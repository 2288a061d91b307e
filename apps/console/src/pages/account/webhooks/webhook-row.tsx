import type { JSX } from 'preact';
import { askAccount, type IssuedWebhook, type Webhook } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { epochMs } from '../../../time/epoch-ms.js';
import { agoText } from '../../../time/wall-clock.js';
import { type Action, ActionRow, closing } from '../action-row.js';
import { OverlapChoice } from '../overlap-choice.js';
import { Deliveries } from './deliveries.js';
import { TestCallButton } from './test-call.js';

interface WebhookRowProps {
  readonly of: Webhook;
  readonly onChanged: () => void;
  readonly onRotated: (webhook: IssuedWebhook) => void;
}

export function WebhookRow({ of, onChanged, onRotated }: WebhookRowProps): JSX.Element {
  const { url, types, regions, state } = of;
  return (
    <ActionRow
      isDead={state === 'disabled'}
      head={
        <th scope="row" class="address">
          {url}
        </th>
      }
      cells={[types?.join(', ') ?? 'all', regions?.join(', ') ?? 'all', stateText(of)]}
      actions={actionsOf(of, onChanged, onRotated)}
    />
  );
}

function actionsOf(
  { id, url, state }: Webhook,
  onChanged: () => void,
  onRotated: WebhookRowProps['onRotated'],
): readonly Action[] {
  const resume = (close: () => void): JSX.Element => (
    <Form
      button="Resume deliveries"
      send={() => askAccount('POST', `/webhooks/${id}/resume`)}
      done={closing(close, onChanged)}
      onCancel={close}
    >
      <p>Sends every event since then, in order, right away. Make sure your receiver is up.</p>
    </Form>
  );
  const rotate = (close: () => void): JSX.Element => (
    <Form<IssuedWebhook>
      button="Create a new secret"
      send={({ overlap }) => askAccount('POST', `/webhooks/${id}/rotate`, { overlap_seconds: Number(overlap) })}
      done={closing(close, onRotated)}
      onCancel={close}
    >
      <OverlapChoice
        label="Calls are signed with the new secret, and with the old one too for"
        hint="Receivers with only the old secret then reject every call."
      />
    </Form>
  );
  const remove = (close: () => void): JSX.Element => (
    <Form
      button={`Delete ${url}`}
      isGrave
      send={() => askAccount('DELETE', `/webhooks/${id}`)}
      done={closing(close, onChanged)}
      onCancel={close}
    >
      <p>
        Stops all deliveries, including pending retries, and deletes its secret and call log. This cannot be undone.
      </p>
    </Form>
  );
  return [
    {
      label: 'Calls',
      unseen: `of ${url}`,
      open: (close) => <Deliveries id={id} onReplayed={closing(close, onChanged)} />,
    },
    ...(state === 'active' ? [] : [{ label: 'Resume', unseen: url, open: resume }]),
    { label: 'Test', unseen: url, open: (close) => <TestCallButton id={id} url={url} onCancel={close} /> },
    { label: 'New secret', unseen: `for ${url}`, open: rotate },
    { label: 'Delete', unseen: url, isGrave: true, open: remove },
  ];
}

function stateText({ state, failing_since, attempts, next_attempt_at }: Webhook): string {
  const since = failing_since === null ? '' : `, failing for ${agoText(epochMs(failing_since), Date.now())}`;
  if (state === 'disabled') return 'Disabled: no delivery succeeded for 24 hours.';
  if (state === 'active') return 'active';
  const next = next_attempt_at === null ? '' : `, next ${agoText(epochMs(next_attempt_at), Date.now())}`;
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} failed${since.replace(' ago', '')}${next}`;
}
