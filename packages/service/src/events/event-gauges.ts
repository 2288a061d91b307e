import type { Gauge } from '@loadcast/observe';

/**
 * @param open how many streams this process has open
 * @param disabled how many webhooks are called no more, as the leader sees it; elsewhere 0
 */
export const eventGauges = (open: () => number, disabled: () => number): readonly Gauge[] => [
  { name: 'loadcast_event_streams', help: 'Open event streams.', read: () => [[{}, open()]] },
  {
    name: 'loadcast_webhooks_disabled',
    help: 'Webhooks disabled after a day of failures; reported by the leader.',
    read: () => [[{}, disabled()]],
  },
];
