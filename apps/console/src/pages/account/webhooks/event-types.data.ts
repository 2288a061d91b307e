/** Events in words, as docs/events.md lists them. */
export const EVENT_TYPES = [
  { id: 'run.published', text: 'a new forecast is available' },
  { id: 'peak.changed', text: 'the hour, size or odds of a peak changed' },
  { id: 'actual.arrived', text: 'an hour of load was measured' },
  { id: 'actual.restated', text: 'measured load was revised' },
  { id: 'source.late', text: 'no load data for several hours' },
] as const;
