import { NO_GRID_DATA } from '@loadcast/core/quota';
import { count, endpoint, noEffect, oneOf, regionsParameter, type Table, tableOf, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../answers/answer-forms.js';
import { insightShape } from '../insight/insight-shape.js';
import { rowsAnswer } from '../insight/rows-answer.js';
import { columnsFrom } from '../insight/tables/columns-from.js';
import { BULK_SCHEMA_VERSION, type BulkFile, type BulkName, type BulkStore, bulkNamed } from './bulk-file.js';
import { isWithinPlan } from './bulk-wall.js';
import { BULK_DATASETS } from './datasets.data.js';

const DATASETS = BULK_DATASETS.map(({ id }) => id);
const DATASET_TITLES = BULK_DATASETS.map(({ id, title }) => `\`${id}\`: ${title}`).join('; ');

const manifestQuery = z.object({
  region: regionsParameter(),
  dataset: oneOf(DATASETS).optional(),
  format: shapeParameters.format,
  as_of: noEffect('the list shows the files as last written; use as_of on a file'),
});

type Listed = BulkFile & { readonly name: BulkName };

const manifestAnswer = rowsOf(
  {
    path: z.string().describe('Path of the file on this host. The part after `/v1/bulk/` is its name in an export.'),
    dataset: z.enum(DATASETS),
    region: fields.region,
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('Calendar month in UTC.'),
    state: z
      .enum(['open', 'settled'])
      .describe('`settled`: the month ended 40 days before `as_of`; the file no longer changes.'),
    rows: count('Rows in the file.'),
    bytes: count('Its length.'),
    sha256: fields.sha256('SHA-256 of the file, which changes when the file is rewritten. It is the entity tag too.'),
    as_of: utcText().describe('Data that became known later are not in the file.'),
  },
  { schema_version: count('Version of the columns, raised when they change.') },
);

/** GET /v1/bulk: the files of regions that the plan reaches. */
export const manifestEndpoint = endpoint({
  path: '/bulk',
  name: 'listBulkFiles',
  title: 'List of monthly Parquet files',
  notes: [
    `One file per month and region of each dataset. ${DATASET_TITLES}. Written again within hours when something arrives that belongs to it, and then with another \`sha256\`; 40 days after the month ended it is \`settled\`, and what becomes known later is in the file of the month in which it became known.`,
    'Requires Team or Enterprise. A month is listed while its last hour is within the plan’s history. The list counts as one request and uses no regional limit. `loadcast export` writes the same files, byte for byte.',
  ],
  access: 'key',
  conditional: true,
  errors: ['plan_limit'],
  query: manifestQuery,
  answers: tableAnswers(manifestAnswer),
  examples: ['region=all', 'region=PJM,CAISO&dataset=actuals&format=csv', 'region=PJM&format=columns'],
  // The list itself has only the files that the plan reaches.
  shows: () => ({ ...NO_GRID_DATA, level: 'files' }),
  prepare({ files }: { readonly files: BulkStore }, query, request) {
    const { principal, receivedAt } = request;
    const order = new Map(query.region.map(({ area }, index) => [area.id, index]));
    const listed = files
      .list()
      .flatMap((file): Listed[] => {
        const name = bulkNamed(request.areas, file.path);
        return name ? [{ ...file, name }] : [];
      })
      .filter(({ name: { dataset, coded, month } }) => {
        const isAsked = order.has(coded.area.id) && dataset.id === (query.dataset ?? dataset.id);
        return isAsked && isWithinPlan(principal.plan, month, receivedAt);
      })
      .sort(({ name: a }, { name: b }) => {
        const byDataset = DATASETS.indexOf(a.dataset.id) - DATASETS.indexOf(b.dataset.id);
        const byRegion = order.get(a.coded.area.id)! - order.get(b.coded.area.id)!;
        return byDataset || byRegion || (a.month.name < b.month.name ? -1 : 1);
      });
    const prepared = rowsAnswer(
      {
        name: 'bulk',
        regions: query.region.map(({ area }) => area.id),
        table: manifestTable(listed),
        meta: { schema_version: BULK_SCHEMA_VERSION },
        shape: insightShape(query, request),
        about: 'files',
      },
      request,
    );
    return { ...prepared, isUncapped: true };
  },
});

function manifestTable(files: readonly Listed[]): Table {
  const { text, number, instant } = columnsFrom(files);
  const isSettled = ({ asOf, name: { month } }: Listed): boolean => asOf >= month.settledAt;
  return tableOf(files.length, [
    text('path', ({ path }) => `/v1/bulk/${path}`),
    text('dataset', ({ name }) => name.dataset.id),
    text('region', ({ name }) => name.coded.code),
    text('month', ({ name }) => name.month.name),
    text('state', (file) => (isSettled(file) ? 'settled' : 'open')),
    number('rows', ({ rows }) => rows),
    number('bytes', ({ bytes }) => bytes),
    text('sha256', ({ sha256 }) => sha256),
    instant('as_of', ({ asOf }) => asOf),
  ]);
}
