import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type Delivery, useAccount } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { Table } from '../../../shell/parts/table.js';
import { Trouble, Waiting } from '../../../shell/trouble.js';

const MOST_SHOWN = 30;
const HEADS = ['When (UTC)', 'Event', 'Attempt', 'Answer', 'Took', 'Do'];

interface DeliveriesProps {
  /** Id of the webhook. */
  readonly id: string;
  readonly onReplayed: () => void;
}

/** The newest calls of a webhook, with their replies; everything from any one of them on can be sent again. */
export function Deliveries({ id, onReplayed }: DeliveriesProps): JSX.Element {
  const { data, failure } = useAccount<readonly Delivery[]>(`/webhooks/${id}/deliveries`);
  const [event, setEvent] = useState<string | undefined>(undefined);
  if (failure) return <Trouble failure={failure} />;
  if (!data) return <Waiting what="its calls" />;
  if (data.length === 0) return <p>No calls in the last 7 days.</p>;
  return (
    <>
      {event && (
        <Form
          button={`Resend everything from ${event} on`}
          send={() => askAccount('POST', `/webhooks/${id}/replay`, { event })}
          done={onReplayed}
          onCancel={() => setEvent(undefined)}
        >
          <p>Your receiver gets {event} and every later event again, with the same webhook-id.</p>
        </Form>
      )}
      <Table label="Calls" kind="words" heads={HEADS} caption="Latest calls, last 7 days">
        {data.slice(0, MOST_SHOWN).map((call) => (
          <tr key={`${call.event} ${call.attempt} ${call.at}`}>
            <th scope="row">{call.at.slice(0, 19).replace('T', ' ')}</th>
            <td>{call.event}</td>
            <td>{call.attempt}</td>
            <td>{call.status ?? call.error ?? 'no answer'}</td>
            <td>{call.took_ms} ms</td>
            <td>
              <button type="button" onClick={() => setEvent(call.event)}>
                Resend<span class="unseen"> from {call.event}</span>
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
