import type { ReportField } from './report-row.js';

/** A field under its name in CSV; the JSON key is the same name in lower case. */
export interface ReportColumn {
  readonly name: string;
  readonly field: ReportField;
}

/** A field under its XML tag. An optional one is left out of rows that have no value for it. */
export interface ReportTag extends ReportColumn {
  readonly optional?: true;
}

/** The 14 columns of SLD_FCST and SLD_ACTUAL. */
export const REPORT_COLUMNS: readonly ReportColumn[] = [
  { name: 'INTERVALSTARTTIME_GMT', field: 'start' },
  { name: 'INTERVALENDTIME_GMT', field: 'end' },
  { name: 'LOAD_TYPE', field: 'loadType' },
  { name: 'OPR_DT', field: 'operatingDay' },
  { name: 'OPR_HR', field: 'hourEnding' },
  { name: 'OPR_INTERVAL', field: 'interval' },
  { name: 'MARKET_RUN_ID', field: 'run' },
  { name: 'TAC_AREA_NAME', field: 'area' },
  { name: 'LABEL', field: 'label' },
  { name: 'XML_DATA_ITEM', field: 'item' },
  { name: 'POS', field: 'pos' },
  { name: 'MW', field: 'mw' },
  { name: 'EXECUTION_TYPE', field: 'executionType' },
  { name: 'GROUP', field: 'group' },
];

/** The last column, tag or key of forecasts, when a query asks for it: `2026-11-21T23:06:42Z`. */
const ISSUE_COLUMN: ReportColumn = { name: 'ISSUED_AT', field: 'issuedAt' };

/** The columns of a report, with the issue of each row where the query includes it. */
export function withIssue(columns: readonly ReportTag[], issued: boolean): readonly ReportTag[] {
  return issued ? [...columns, ISSUE_COLUMN] : columns;
}

/** The children of REPORT_DATA, in the order and under the names of CAISO's OASIS. */
export const REPORT_TAGS: readonly ReportTag[] = [
  { name: 'DATA_ITEM', field: 'item' },
  { name: 'RESOURCE_NAME', field: 'area' },
  { name: 'OPR_DATE', field: 'operatingDay' },
  { name: 'INTERVAL_NUM', field: 'intervalNumber' },
  { name: 'INTERVAL_START_GMT', field: 'start' },
  { name: 'INTERVAL_END_GMT', field: 'end' },
  { name: 'VALUE', field: 'mw' },
];

/** REPORT_DATA of surface C: the bounds follow the value. */
export const BOUNDED_TAGS: readonly ReportTag[] = [
  ...REPORT_TAGS,
  { name: 'LOWER_BOUND', field: 'lowerMw', optional: true },
  { name: 'UPPER_BOUND', field: 'upperMw', optional: true },
];

/** The columns of surface C's CSV. */
export const UTILITY_COLUMNS: readonly ReportColumn[] = [
  { name: 'INTERVAL_START', field: 'start' },
  { name: 'INTERVAL_END', field: 'end' },
  { name: 'TAC_AREA', field: 'area' },
  { name: 'MARKET_RUN_ID', field: 'run' },
  { name: 'VALUE', field: 'mw' },
  { name: 'LOWER_BOUND', field: 'lowerMw' },
  { name: 'UPPER_BOUND', field: 'upperMw' },
  { name: 'UNITS', field: 'units' },
];

/** The keys of one element of surface C's `forecast[]`, in upper case as the columns above. */
export const UTILITY_KEYS: readonly ReportTag[] = [
  { name: 'INTERVAL_START', field: 'start' },
  { name: 'VALUE', field: 'mw' },
  { name: 'LOWER_BOUND', field: 'lowerMw', optional: true },
  { name: 'UPPER_BOUND', field: 'upperMw', optional: true },
];

/** The header rows that a CSV of these columns may have: without and with the issue of each row. */
const headerRows = (columns: readonly ReportColumn[]): readonly (readonly string[])[] =>
  [false, true].map((issued) => withIssue(columns, issued).map(({ name }) => name));

/** Header rows of SLD_FCST; SLD_ACTUAL has the first alone. */
export const LOAD_HEADER_ROWS = headerRows(REPORT_COLUMNS);
export const UTILITY_HEADER_ROWS = headerRows(UTILITY_COLUMNS);
