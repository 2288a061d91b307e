import { expect, test } from 'vitest';
import { oasisBaseName, oasisBaseNameOf } from './oasis-names.js';

const madeAt = Date.parse('2026-07-27T21:19:18Z');
const [start, end] = [Date.parse('2026-07-20T07:00Z'), Date.parse('2026-07-21T07:00Z')];

test.each([
  { run: 'DAM', name: '20260720_20260721_SLD_FCST_DAM_20260727_14_19_18_v1' },
  { run: 'N', name: '20260720_20260721_SLD_FCST_N_20260727_14_19_18_v1' },
  { run: '../../etc', name: '20260720_20260721_SLD_FCST_N_20260727_14_19_18_v1' },
])('the file of run $run is $name, on the Pacific clock', ({ run, name }) => {
  expect(oasisBaseName(start, end, run, madeAt)).toBe(name);
});

const RANGE = 'startdatetime=20260720T07:00-0000&enddatetime=20260721T07:00-0000';

test.each([
  { query: `${RANGE}&market_run_id=dam`, part: '_DAM_' },
  { query: RANGE.toUpperCase(), part: '_N_' },
  { query: `${RANGE}&market_run_id=`, part: '_N_' },
  { query: `${RANGE}&market_run_id=%ZZ`, part: '_N_' },
])('the file of the query $query has $part in its name', ({ query, part }) => {
  expect(oasisBaseNameOf(query, madeAt)).toContain(part);
});

test.each(['', 'startdatetime=20260720T07:00-0000', RANGE.replace('0720', '0730T')])(
  'a query without a readable range names no file: %s',
  (query) => expect(oasisBaseNameOf(query, madeAt)).toBeUndefined(),
);
