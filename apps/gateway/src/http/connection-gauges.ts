import type { Connections } from '@loadcast/formats/node';
import type { Gauge } from '@loadcast/observe';

export function connectionGauges(connections: () => Pick<Connections, 'open' | 'dropped'>): readonly Gauge[] {
  return [
    {
      name: 'loadcast_connections_open',
      help: 'Connections open on the public port.',
      read: () => [[{}, connections().open]],
    },
    {
      name: 'loadcast_connections_dropped',
      help: 'Connections dropped since the start: too many, or too many idle from one address.',
      read: () => [[{}, connections().dropped]],
    },
  ];
}
