import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type IssuedWebhook, useAccount, type Webhook } from '../../../data/account.js';
import type { Facts } from '../../../data/facts.js';
import { Copied } from '../../../shell/parts/copy.js';
import { ShownOnce } from '../../../shell/parts/shown-once.js';
import { Table } from '../../../shell/parts/table.js';
import { usePlace } from '../../../shell/parts/use-place.js';
import { Trouble, Waiting } from '../../../shell/trouble.js';
import { NewWebhook } from './new-webhook.js';
import { WebhookRow } from './webhook-row.js';

const HEADS = ['Address', 'Events', 'Grids', 'State', 'Do'];

interface WebhooksProps {
  readonly facts: Facts;
  /** `webhook` and `regions` of the page's query fill the form in. */
  readonly query: string;
}

/** Addresses that events are posted to. The secret of one that was just made is shown above them, once. */
export function Webhooks({ facts, query }: WebhooksProps): JSX.Element {
  const wanted = new URLSearchParams(query);
  const { data, failure, reload } = useAccount<readonly Webhook[]>('/webhooks');
  const [made, setMade] = useState<IssuedWebhook | undefined>(undefined);
  const [isMaking, setMaking] = useState(wanted.has('webhook'));
  const show = (webhook: IssuedWebhook): void => {
    setMade(webhook);
    setMaking(false);
    reload();
  };
  const [heading, goToHeading] = usePlace();
  const changed = (): void => {
    reload();
    goToHeading();
  };
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
        <SecretOnce
          key={made.secret}
          of={made}
          onSaved={() => {
            setMade(undefined);
            goToHeading();
          }}
        />
      )}
      {failure && <Trouble failure={failure} />}
      {!data && !failure && <Waiting what="webhooks" />}
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
        {data?.length === 0 && <span class="hint">No webhooks yet.</span>}
      </p>
    </>
  );
}

function SecretOnce({ of, onSaved }: { readonly of: IssuedWebhook; readonly onSaved: () => void }): JSX.Element {
  return (
    <ShownOnce label="Secret of a webhook">
      <p>
        <b>The secret of {of.url}. It is shown only once</b>; your receiver checks signatures with it.
      </p>
      <Copied text={of.secret} what="the secret" />
      <p class="buttons">
        <button type="button" onClick={onSaved}>
          I have saved it
        </button>
      </p>
    </ShownOnce>
  );
}
