import { bench, describe } from 'vitest';
import {
  agree,
  answer,
  csvStringify,
  jsonStringify,
  plainRows,
  ROWS,
  readParts,
  xmlBuilder,
} from './report-candidates.js';

/*
 * One answer of surface B for every area and 31 days, nothing cached: our writers beside the libraries that their tests
 * hold them to. Budgets (report.budget.ts): 8 ms of CPU for CSV, 15 ms for XML.
 */
const parts = await readParts();
const rows = plainRows(parts);
await agree(parts, rows);

describe(`CSV, ${ROWS} rows x 14 columns`, () => {
  bench('ours, rows to chunks', async () => void (await answer(parts, '6')));
  bench('csv-stringify', () => void csvStringify(rows));
});

describe(`XML, ${ROWS} rows`, () => {
  bench('ours, rows to chunks', async () => void (await answer(parts, '5')));
  bench('XMLBuilder', () => void xmlBuilder(rows));
});

describe(`JSON, ${ROWS} rows x 14 keys`, () => {
  bench('ours, rows to chunks', async () => void (await answer(parts, '7')));
  bench('JSON.stringify', () => void jsonStringify(rows));
});
