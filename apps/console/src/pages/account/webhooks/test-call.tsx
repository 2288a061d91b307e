import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type TestCall } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';

interface TestCallButtonProps {
  /** Of the webhook. */
  readonly id: string;
  readonly url: string;
  readonly onCancel: () => void;
}

/** Calls the receiver once with an event without data, and says what came of it. */
export function TestCallButton({ id, url, onCancel }: TestCallButtonProps): JSX.Element {
  const [called, setCalled] = useState<TestCall | undefined>(undefined);
  return (
    <>
      <Form<TestCall>
        button="Call it now"
        send={() => askAccount('POST', `/webhooks/${id}/test`)}
        done={setCalled}
        onCancel={onCancel}
      >
        <p>
          {url} is called once with a signed event of type <code>webhook.test</code> and no data. It is not tried again.
        </p>
      </Form>
      <p role="status">{called && outcomeText(called)}</p>
    </>
  );
}

function outcomeText({ event, status, error, took_ms }: TestCall): string {
  const outcome = error ? `was not taken: ${error}` : `was taken with ${status}`;
  return `${event} ${outcome}, after ${took_ms} ms.`;
}
