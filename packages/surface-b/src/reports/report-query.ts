import { MARKET_RUNS, ServiceError } from '@loadcast/core';
import { areaParameter, echoed, instantParameter, oneOf, readQuery } from '@loadcast/formats';
import * as z from 'zod';

const QUERYNAMES = ['SLD_FCST', 'SLD_ACTUAL', 'SLD_FCST_ACCURACY', 'TAC_AREAS'] as const;

export type Queryname = (typeof QUERYNAMES)[number];

const queryname = oneOf(QUERYNAMES);

/** Which report a query names. Trimmed, case ignored. @throws {ServiceError} missing_parameter, invalid_query */
export function readQueryname(rawQuery: string): Queryname {
  const { queryname: written } = readQuery(z.object({ queryname: z.string() }), rawQuery);
  const read = queryname.safeParse(written);
  if (read.success) return read.data;
  const expected = `one of ${QUERYNAMES.join(', ')}`;
  throw new ServiceError('invalid_query', `queryname: expected ${expected}; got "${echoed(written)}"`, {
    parameter: 'queryname',
    expected,
  });
}

/** Exactly the digits: `05`, `5.0` and `7 ` are no formats. */
export const common = {
  resultformat: z.enum(['5', '6', '7'], { error: '5 (XML), 6 (CSV) or 7 (JSON)' }).default('6'),
  version: z.enum(['1'], { error: '1' }).default('1'),
};

const area = { tac_area_name: areaParameter('b').optional() };
const range = { startdatetime: instantParameter('compact'), enddatetime: instantParameter('compact') };
const marketRun = oneOf(MARKET_RUNS);

export const forecastQuery = z.object({
  market_run_id: marketRun,
  ...area,
  ...range,
  as_of: instantParameter('iso').optional(),
  ...common,
});

export const actualQuery = z.object({ ...area, ...range, ...common });

export type RangeQuery = z.output<typeof actualQuery>;

export const accuracyQuery = z.object({ market_run_id: marketRun.default('DAM'), ...area, ...common });

export const areasQuery = z.object(common);
