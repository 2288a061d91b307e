import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type Delivery, useAccount } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { Table } from '../../../shell/parts/table.js';
import { Trouble, Waiting } from '../../../shell/trouble.js';

const MOST_SHOWN = 30;
const HEADS = ['When (UTC)', 'Event', 'Attempt', 'Answer', 'Took', 'Do'];

interface DeliveriesProps {
  /** Of the webhook. */
  readonly id: string;
  readonly onReplayed: () => void;
}

/** The newest calls of a webhook, with what was answered; from each of them on everything can be sent again. */
export function Deliveries({ id, onReplayed }: DeliveriesProps): JSX.Element {
  const { data, failure } = useAccount<readonly Delivery[]>(`/webhooks/${id}/deliveries`);
  const [event, setEvent] = useState<string | undefined>(undefined);
  if (failure) return <Trouble failure={failure} />;
  if (!data) return <Waiting what="its calls" />;
  if (data.length === 0) return <p>No call in the last 7 days: the next event is the first.</p>;
  return (
    <>
      {event && (
        <Form
          button={`Send everything from ${event} on again`}
          send={() => askAccount('POST', `/webhooks/${id}/replay`, { event })}
          done={onReplayed}
          onCancel={() => setEvent(undefined)}
        >
          <p>The receiver gets {event} and all that followed a second time, with the same webhook-id.</p>
        </Form>
      )}
      <Table label="Calls" kind="words" heads={HEADS} caption="The newest calls of the last 7 days">
        {data.slice(0, MOST_SHOWN).map((call) => (
          <tr key={`${call.event} ${call.attempt} ${call.at}`}>
            <th scope="row">{call.at.slice(0, 19).replace('T', ' ')}</th>
            <td>{call.event}</td>
            <td>{call.attempt}</td>
            <td>{call.status ?? call.error ?? 'no answer'}</td>
            <td>{call.took_ms} ms</td>
            <td>
              <button type="button" onClick={() => setEvent(call.event)}>
                Send again<span class="unseen"> from {call.event}</span>
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
