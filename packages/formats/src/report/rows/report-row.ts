import type { EpochMs } from '@loadcast/core';

/** One interval of a load report: the row model that CSV, XML and JSON share. */
export interface ReportRow {
  start: EpochMs;
  end: EpochMs;
  loadType: string;
  operatingDay: string;
  hourEnding: number;
  /** 0 for a whole hour; otherwise the n-th part of the hour, from 1. */
  interval: number;
  run: string;
  area: string;
  label: string;
  item: string;
  pos: number;
  mw: number;
  executionType: string;
  group: string;
  /** The XML's INTERVAL_NUM: the hour ending, or the n-th interval of the day. */
  intervalNumber: number;
  units: string;
  /** NaN where there is no bound. */
  lowerMw: number;
  upperMw: number;
  /** NaN where the row is no forecast. */
  issuedAt: EpochMs;
}

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

/** A row without values, to be filled. */
export const BLANK_ROW: Readonly<ReportRow> = {
  start: 0,
  end: 0,
  loadType: '',
  operatingDay: '',
  hourEnding: 0,
  interval: 0,
  run: '',
  area: '',
  label: '',
  item: '',
  pos: 0,
  mw: 0,
  executionType: '',
  group: '',
  intervalNumber: 0,
  units: '',
  lowerMw: Number.NaN,
  upperMw: Number.NaN,
  issuedAt: Number.NaN,
};
