export const BLANK_ROW = {
  start: 0,
  end: 0,
  loadType: '',
  operatingDay: '',
  hourEnding: 0,
  /** 0 for a whole hour; otherwise the n-th part of the hour, from 1. */
  interval: 0,
  run: '',
  area: '',
  label: '',
  item: '',
  pos: 0,
  mw: 0,
  executionType: '',
  group: '',
  /** The XML's INTERVAL_NUM: the hour ending, or the n-th interval of the day. */
  intervalNumber: 0,
  units: '',
  /** NaN where there is no bound. */
  lowerMw: Number.NaN,
  upperMw: Number.NaN,
  /** NaN where the row is no forecast. */
  issuedAt: Number.NaN,
};

/** One interval of a load report: the row model that CSV, XML and JSON share. */
export type ReportRow = typeof BLANK_ROW;

export type ReportField = keyof ReportRow;

/**
 * How a field is written: texts and times are quoted in JSON, numbers never are. An `instant` is in the notation of the
 * answer, an `issue` to the second in UTC, empty where there is none.
 */
export type FieldKind = 'instant' | 'issue' | 'text' | 'integer' | 'mw';

export const FIELD_KINDS: Readonly<Record<ReportField, FieldKind>> = {
  start: 'instant',
  end: 'instant',
  loadType: 'text',
  operatingDay: 'text',
  hourEnding: 'integer',
  interval: 'integer',
  run: 'text',
  area: 'text',
  label: 'text',
  item: 'text',
  pos: 'mw',
  mw: 'mw',
  executionType: 'text',
  group: 'text',
  intervalNumber: 'integer',
  units: 'text',
  lowerMw: 'mw',
  upperMw: 'mw',
  issuedAt: 'issue',
};
