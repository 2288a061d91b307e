/** One of a few values of a part of an address. */
export interface Option {
  readonly id: string;
  readonly text: string;
  /** Parameters of the API that it stands for. */
  readonly query: Readonly<Record<string, string>>;
}

/** Which of our forecasts an hour shows. All but the newest need a range of days. */
export const RUNS: readonly Option[] = [
  { id: 'newest', text: 'the newest', query: {} },
  { id: 'dam', text: 'of the day-ahead gate', query: { gate: 'dam' } },
  { id: '2da', text: 'of the gate 2 days ahead', query: { gate: '2da' } },
  { id: '7da', text: 'of the gate 7 days ahead', query: { gate: '7da' } },
  { id: '1h', text: 'of 1 hour before each hour', query: { lead: '1h' } },
  { id: '6h', text: 'of 6 hours before each hour', query: { lead: '6h' } },
  { id: '24h', text: 'of 24 hours before each hour', query: { lead: '24h' } },
];

export const WINDOWS: readonly Option[] = [
  { id: '1d', text: 'next day', query: { horizon: '1d' } },
  { id: '2d', text: 'next 2 days', query: { horizon: '2d' } },
  { id: '7d', text: 'next 7 days (from Developer)', query: { horizon: '7d' } },
  { id: '15d', text: 'next 15 days (from Team)', query: { horizon: '15d' } },
  { id: 'days', text: 'these days', query: {} },
];

/** Columns beside the time, the value and its bounds. */
export const COLUMNS: readonly Option[] = [
  { id: 'actual', text: 'measured load', query: { include: 'actual' } },
  { id: 'operator', text: 'the operator’s forecast', query: { include: 'operator' } },
  { id: 'quantiles', text: 'p25 and p75 (from Developer)', query: { quantiles: '0.25,0.75' } },
  { id: 'inputs', text: 'last measured hour used', query: { include: 'inputs' } },
];

export const FORMATS: readonly Option[] = [
  { id: 'csv', text: 'CSV', query: { format: 'csv' } },
  { id: 'xlsx', text: 'Excel workbook', query: { format: 'xlsx' } },
  { id: 'json', text: 'JSON, one object per row', query: { format: 'json' } },
  { id: 'columns', text: 'JSON, one array per column', query: { format: 'columns' } },
  { id: 'ndjson', text: 'NDJSON, one line per row', query: { format: 'ndjson' } },
];

export const ZONES: readonly Option[] = [
  { id: 'market', text: 'market time', query: { tz: 'market' } },
  { id: 'local', text: 'local time', query: { tz: 'local' } },
  { id: 'utc', text: 'UTC only', query: {} },
];
