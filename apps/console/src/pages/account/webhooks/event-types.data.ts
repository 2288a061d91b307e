/** Events in words: those of docs/events.md. */
export const EVENT_TYPES = [
  { id: 'run.published', text: 'a forecast can be read' },
  { id: 'peak.changed', text: 'the hour, height or odds of a peak changed' },
  { id: 'actual.arrived', text: 'load of an hour came' },
  { id: 'actual.restated', text: 'load was restated' },
  { id: 'source.late', text: 'no load has come for hours' },
] as const;
