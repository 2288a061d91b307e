import type { JSX } from 'preact';
import { askAccount, type IssuedWebhook, type Webhook } from '../../../data/account.js';
import type { Facts } from '../../../data/facts.js';
import { ShownOnce } from '../../../shell/parts/shown-once.js';
import { Table } from '../../../shell/parts/table.js';
import { Pending } from '../../../shell/trouble.js';
import { useMade } from '../use-made.js';
import { NewWebhook } from './new-webhook.js';
import { WebhookRow } from './webhook-row.js';

const HEADS = ['Address', 'Events', 'Grids', 'State', 'Action'];

interface WebhooksProps {
  readonly facts: Facts;
  /** `webhook` and `regions` of the page's query fill the form in. */
  readonly query: string;
}

/** Addresses that events are posted to. The secret of one that was just made is shown above them, once. */
export function Webhooks({ facts, query }: WebhooksProps): JSX.Element {
  const wanted = new URLSearchParams(query);
  const { reading, made, isMaking, setMaking, heading, show, hide, changed } = useMade<Webhook, IssuedWebhook>(
    '/webhooks',
    undefined,
    wanted.has('webhook'),
  );
  const data = reading.body;
  return (
    <>
      <h2 id="webhooks" ref={heading} tabIndex={-1}>
        Webhooks
      </h2>
      <p class="hint">
        Get notified at your own URL when a forecast is ready, a peak moves or a source is late. Calls are signed as
        described by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
      </p>
      {made && (
        <ShownOnce
          key={made.secret}
          label="Secret of a webhook"
          text={made.secret}
          what="the secret"
          onSaved={hide}
          intro={
            <>
              <b>The secret of {made.url}. It is shown only once</b>; your receiver checks signatures with it.
            </>
          }
        />
      )}
      <Pending of={reading} what="webhooks" />
      {data && data.length > 0 && (
        <Table label="Webhooks" kind="words" heads={HEADS}>
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} of={webhook} onChanged={changed} onRotated={show} />
          ))}
        </Table>
      )}
      {isMaking && (
        <NewWebhook
          facts={facts}
          type={wanted.get('webhook') ?? undefined}
          regions={wanted.get('regions') ?? undefined}
          send={(wishes) => askAccount('POST', '/webhooks', wishes)}
          onMade={show}
          onCancel={() => setMaking(false)}
        />
      )}
      <p>
        <button type="button" aria-expanded={isMaking} onClick={() => setMaking(!isMaking)}>
          Create a webhook
        </button>{' '}
        {data?.length === 0 && <span class="hint">No webhooks yet. Add one, and its calls are listed here.</span>}
      </p>
    </>
  );
}
