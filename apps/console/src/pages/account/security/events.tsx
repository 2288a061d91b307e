import type { JSX } from 'preact';
import { type SecurityEvent, useAccount } from '../../../data/account.js';
import { Opened } from '../../../shell/parts/opened.js';
import { RowTable } from '../../../shell/parts/table.js';
import { Pending } from '../../../shell/trouble.js';

const MOST_SHOWN = 30;

export const Events = (): JSX.Element => <Opened summary="Security events">{() => <EventList />}</Opened>;

function EventList(): JSX.Element {
  const reading = useAccount<readonly SecurityEvent[]>('/events');
  if (!reading.body) return <Pending of={reading} what="events" />;
  return (
    <RowTable
      label="Security events"
      kind="words"
      rows={reading.body.slice(0, MOST_SHOWN)}
      columns={[
        { name: 'When (UTC)', cell: ({ at }) => at.slice(0, 16).replace('T', ' ') },
        {
          name: 'What',
          cell: ({ event, detail }) => (
            <>
              {event} {detail && <small>{detail}</small>}
            </>
          ),
        },
        { name: 'Outcome', cell: ({ outcome }) => outcome },
        { name: 'From', cell: ({ from }) => from },
      ]}
    />
  );
}
