import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type Delivery, useAccount } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { RowTable } from '../../../shell/parts/table.js';
import { Pending } from '../../../shell/trouble.js';

const MOST_SHOWN = 30;

/** The newest calls of a webhook, with their replies; everything from any one of them on can be sent again. */
export function Deliveries({ id, onReplayed }: { readonly id: string; readonly onReplayed: () => void }): JSX.Element {
  const reading = useAccount<readonly Delivery[]>(`/webhooks/${id}/deliveries`);
  const [event, setEvent] = useState<string | undefined>(undefined);
  if (!reading.body) return <Pending of={reading} what="its calls" />;
  if (reading.body.length === 0) return <p>No calls in the last 7 days.</p>;
  return (
    <>
      {event && (
        <Form
          button={`Resend ${event} and all later events`}
          send={() => askAccount('POST', `/webhooks/${id}/replay`, { event })}
          done={onReplayed}
          onCancel={() => setEvent(undefined)}
        >
          <p>Your receiver gets {event} and every later event again, with the same webhook-id.</p>
        </Form>
      )}
      <RowTable
        label="Calls"
        kind="words"
        caption="Latest calls, last 7 days"
        rows={reading.body.slice(0, MOST_SHOWN)}
        columns={[
          { name: 'When (UTC)', cell: ({ at }) => at.slice(0, 19).replace('T', ' ') },
          { name: 'Event', cell: (call) => call.event },
          { name: 'Attempt', cell: ({ attempt }) => attempt },
          { name: 'Answer', cell: ({ status, error }) => status ?? error ?? 'no answer' },
          { name: 'Took', cell: ({ took_ms }) => `${took_ms} ms` },
          {
            name: 'Action',
            cell: (call) => (
              <button type="button" onClick={() => setEvent(call.event)}>
                Resend<span class="unseen"> from {call.event}</span>
              </button>
            ),
          },
        ]}
      />
    </>
  );
}
