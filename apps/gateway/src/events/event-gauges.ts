import type { Gauge } from '../http/metrics.js';

/** @param open how many streams this process has open */
export const eventGauges = (open: () => number): readonly Gauge[] => [
  { name: 'loadcast_event_streams', help: 'Open event streams.', read: () => [[{}, open()]] },
];
