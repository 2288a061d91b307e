import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type TestCall } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';

interface TestCallButtonProps {
  readonly id: string;
  readonly url: string;
  readonly onCancel: () => void;
}

/** Calls the receiver once with an event without data, and shows the outcome. */
export function TestCallButton({ id, url, onCancel }: TestCallButtonProps): JSX.Element {
  const [called, setCalled] = useState<TestCall | undefined>(undefined);
  return (
    <>
      <Form<TestCall>
        button="Send test call"
        send={() => askAccount('POST', `/webhooks/${id}/test`)}
        done={setCalled}
        onCancel={onCancel}
      >
        <p>
          Sends one signed <code>webhook.test</code> event without data to {url}. It is not retried.
        </p>
      </Form>
      <p role="status">{called && outcomeText(called)}</p>
    </>
  );
}

function outcomeText({ event, status, error, took_ms }: TestCall): string {
  const outcome = error ? `failed: ${error}` : `delivered (${status})`;
  return `${event} ${outcome}, after ${took_ms} ms.`;
}
