import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type Webhook } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { agoText } from '../../../time/wall-clock.js';
import { Deliveries } from './deliveries.js';

interface WebhookRowProps {
  readonly of: Webhook;
  readonly onChanged: () => void;
}

/** One webhook. What ends it asks once, and says what will not come any more. */
export function WebhookRow({ of, onChanged }: WebhookRowProps): JSX.Element {
  const [shows, setShows] = useState<'' | 'calls' | 'resume' | 'delete'>('');
  const { id, url, types, regions, state } = of;
  const close = (): void => setShows('');
  const changed = (): void => {
    close();
    onChanged();
  };
  const toggle = (what: typeof shows): void => setShows(shows === what ? '' : what);
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
          <button type="button" aria-expanded={shows === 'calls'} onClick={() => toggle('calls')}>
            Calls<span class="unseen"> of {url}</span>
          </button>{' '}
          {state !== 'active' && (
            <button type="button" aria-expanded={shows === 'resume'} onClick={() => toggle('resume')}>
              Resume<span class="unseen"> {url}</span>
            </button>
          )}{' '}
          <button type="button" class="grave" aria-expanded={shows === 'delete'} onClick={() => toggle('delete')}>
            Delete<span class="unseen"> {url}</span>
          </button>
        </td>
      </tr>
      {shows !== '' && (
        <tr class="asks">
          <td colSpan={5}>
            {shows === 'calls' && <Deliveries id={id} onReplayed={changed} />}
            {shows === 'resume' && (
              <Form
                button="Call again from where it stopped"
                send={() => askAccount('POST', `/webhooks/${id}/resume`)}
                done={changed}
                onCancel={close}
              >
                <p>Every event since then is sent, in order, at once: the receiver should be up.</p>
              </Form>
            )}
            {shows === 'delete' && (
              <Form
                button={`Delete ${url}`}
                isGrave
                send={() => askAccount('DELETE', `/webhooks/${id}`)}
                done={changed}
                onCancel={close}
              >
                <p>
                  Nothing is sent to it any more, also not what waits to be tried again. Its secret and its log of calls
                  are gone; a new webhook has another secret. It cannot be undone.
                </p>
              </Form>
            )}
          </td>
        </tr>
      )}
    </>
  );
}

function stateText({ state, failing_since, attempts, next_attempt_at }: Webhook): string {
  const since = failing_since === null ? '' : `, refused for ${agoText(Date.parse(failing_since), Date.now())}`;
  if (state === 'disabled') return 'disabled: a day long nothing was taken';
  if (state === 'active') return 'active';
  const next = next_attempt_at === null ? '' : `, next ${agoText(Date.parse(next_attempt_at), Date.now())}`;
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} failed${since.replace(' ago', '')}${next}`;
}
