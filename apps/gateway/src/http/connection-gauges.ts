import type { Connections } from '@loadcast/formats/node';
import { type Gauge, singleGauge } from '@loadcast/observe';

export const connectionGauges = (connections: () => Pick<Connections, 'open' | 'dropped'>): readonly Gauge[] => [
  singleGauge('loadcast_connections_open', 'Connections open on the public port.', () => connections().open),
  singleGauge(
    'loadcast_connections_dropped',
    'Connections dropped since the start: too many, or too many idle from one address.',
    () => connections().dropped,
  ),
];
