import type { Facts } from '../../data/facts.js';
import { LEADS } from '../../data/runs.js';

/** One of a few values of a part of an address. */
export interface Option {
  readonly id: string;
  readonly text: string;
  /** Parameters of the API that it stands for. */
  readonly query: Readonly<Record<string, string>>;
}

/** Which of our forecasts an hour shows. All but the newest need a range of days. */
export const runsOf = ({ horizons }: Facts): readonly Option[] => [
  { id: 'newest', text: 'the newest', query: {} },
  ...horizons.map(({ gate, gateDays }) => ({
    id: gate,
    text: gateDays === 1 ? 'at the day-ahead gate' : `at the gate ${gateDays} days ahead`,
    query: { gate },
  })),
  ...LEADS.map((lead) => ({
    id: lead,
    text: `${Number.parseInt(lead, 10)} ${lead === '1h' ? 'hour' : 'hours'} before each hour`,
    query: { lead },
  })),
];

/** The ranges of hours; the last is a range of days. */
export const windowsOf = ({ horizons }: Facts): readonly Option[] => [
  ...horizons.map(({ id, days, plan }) => ({
    id,
    text: `next ${days === 1 ? 'day' : `${days} days`}${fromPlan(plan)}`,
    query: { horizon: id },
  })),
  { id: 'days', text: 'these days', query: {} },
];

/** Columns beside the time, the value and its bounds. */
export const columnsOf = ({ rangesPlan }: Facts): readonly Option[] => [
  { id: 'actual', text: 'measured load', query: { include: 'actual' } },
  { id: 'operator', text: 'the operator’s forecast', query: { include: 'operator' } },
  { id: 'quantiles', text: `p25 and p75${fromPlan(rangesPlan)}`, query: { quantiles: '0.25,0.75' } },
  { id: 'inputs', text: 'last measured hour used', query: { include: 'inputs' } },
];

const fromPlan = (plan: string | undefined): string => (plan === undefined ? '' : ` (from ${plan})`);

/** Formats in words, those first that need no program. Any other of the service follows by its own name. */
const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  json: 'JSON, one object per row',
  columns: 'JSON, one array per column',
  ndjson: 'NDJSON, one line per row',
  arrow: 'Arrow IPC stream',
};

export const formatsOf = ({ formats }: Facts): readonly Option[] =>
  [...new Set([...Object.keys(FORMAT_TEXTS), ...formats])]
    .filter((format) => formats.includes(format))
    .map((format) => ({ id: format, text: FORMAT_TEXTS[format] ?? format, query: { format } }));

export const ZONES: readonly Option[] = [
  { id: 'market', text: 'market time', query: { tz: 'market' } },
  { id: 'local', text: 'local time', query: { tz: 'local' } },
  { id: 'utc', text: 'UTC only', query: {} },
];
