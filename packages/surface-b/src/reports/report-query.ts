import { MARKET_RUNS } from '@loadcast/core';
import { areaParameter, instantParameter, noEffect, oneOf } from '@loadcast/formats';
import * as z from 'zod';

/** Parameters of every report. Exactly the digits: `05`, `5.0` and `7 ` are no formats. */
export const common = {
  resultformat: z.enum(['5', '6', '7'], { error: '5 (XML), 6 (CSV) or 7 (JSON)' }).default('6'),
  version: z.enum(['1'], { error: '1' }).default('1'),
};

/** Absent: all areas. */
export const area = { tac_area_name: areaParameter('b').optional() };
export const range = { startdatetime: instantParameter('compact'), enddatetime: instantParameter('compact') };
/** Accepted by every report that is read from a store: only data known then are read. */
export const asOf = { as_of: instantParameter('iso').optional() };
/** Parameters of reports that are not forecasts. */
export const neverIssued = { issued: noEffect('only forecasts are issued') };
/** The range of the examples that describe a report. */
export const RANGE = 'startdatetime=20261120T08:00-0000&enddatetime=20261120T12:00-0000';
export const marketRun = oneOf(MARKET_RUNS);
