import { type Gauge, singleGauge } from '@loadcast/observe';

/**
 * @param open how many streams this process has open
 * @param disabled how many webhooks are called no more, as the leader sees it; elsewhere 0
 */
export const eventGauges = (open: () => number, disabled: () => number): readonly Gauge[] => [
  singleGauge('loadcast_event_streams', 'Open event streams.', open),
  singleGauge(
    'loadcast_webhooks_disabled',
    'Webhooks disabled after a day of failures; reported by the leader.',
    disabled,
  ),
];
