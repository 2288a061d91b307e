import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type SecurityEvent, useAccount } from '../../../data/account.js';
import { Table } from '../../../shell/parts/table.js';
import { Trouble, Waiting } from '../../../shell/trouble.js';

const MOST_SHOWN = 30;

/** What happened to the account, newest first. Read when it is opened. */
export function Events(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Security events</summary>
      {isOpen && <EventList />}
    </details>
  );
}

function EventList(): JSX.Element {
  const { data, failure } = useAccount<readonly SecurityEvent[]>('/events');
  if (failure) return <Trouble failure={failure} />;
  if (!data) return <Waiting what="events" />;
  return (
    <Table label="Security events" kind="words" heads={['When (UTC)', 'What', 'Outcome', 'From']}>
      {data.slice(0, MOST_SHOWN).map(({ id, at, event, outcome, from, detail }) => (
        <tr key={id}>
          <th scope="row">{at.slice(0, 16).replace('T', ' ')}</th>
          <td>
            {event} {detail && <small>{detail}</small>}
          </td>
          <td>{outcome}</td>
          <td>{from}</td>
        </tr>
      ))}
    </Table>
  );
}
