import type { EndpointDescription } from '@loadcast/formats';
import { JSON_ANSWER, READS, TABLES } from '../endpoints/answer-types.data.js';
import { manifestAnswer } from './answers.js';
import { BULK_DATASETS } from './datasets.data.js';
import { fileQuery, PARQUET_TYPE } from './file.js';
import { manifestQuery } from './manifest.js';

const DATASETS = BULK_DATASETS.map(({ id, title }) => `\`${id}\`: ${title}`).join('; ');

export const manifestEndpoint = {
  ...READS,
  errors: ['plan_limit'],
  path: '/bulk',
  name: 'listBulkFiles',
  title: 'Whole months as Parquet files: which there are',
  notes: [
    `A file a month and region of each dataset. ${DATASETS}. Written again within hours when something arrives that belongs to it, and then with another \`sha256\`; 40 days after the month ended it is \`settled\`, and what becomes known later is in the file of the month in which it became known.`,
    'For Team and Enterprise. A month is listed while its last hour is within the plan’s history. The list counts as one request, and against no cap of a region. `loadcast export` writes the same files, byte for byte.',
  ],
  query: manifestQuery,
  answers: [{ type: JSON_ANSWER, schema: manifestAnswer }, ...TABLES],
  examples: ['region=all', 'region=PJM,CAISO&dataset=actuals&format=csv', 'region=PJM&format=columns'],
} as const satisfies EndpointDescription;

export const fileEndpoint = {
  ...READS,
  path: '/bulk/{dataset}/{file}',
  segmentExamples: { dataset: 'actuals', file: 'PJM-newest.parquet' },
  name: 'getBulkFile',
  title: 'A month of a region as a Parquet file',
  notes: [
    'Sorted rows with types: times are timestamps in UTC, MW are doubles with at most two decimals, a missing value is null; compressed with Snappy. Names: `REGION-YYYY-MM.parquet`; `PJM-newest.parquet` is the newest month of PJM. The entity tag is the SHA-256 of the file, also in `Repr-Digest`.',
    '`as_of` gives the file as it would have been written then: it is made for this answer, also of a month that no file is written of yet.',
  ],
  query: fileQuery,
  answers: [{ type: PARQUET_TYPE, text: 'The file.' }],
  examples: ['as_of=2026-11-20T16:00:00Z'],
} as const satisfies EndpointDescription;
