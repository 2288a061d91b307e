import type { EpochMs } from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  noEffect,
  oneOf,
  type Prepared,
  readQuery,
  regionsParameter,
  type Table,
  tableOf,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import { insightShape } from '../insight/insight-shape.js';
import { rowsAnswer } from '../insight/rows-answer.js';
import { BULK_SCHEMA_VERSION, type BulkFile, type BulkName, type BulkStore, bulkNamed } from './bulk-file.js';
import { isWithinPlan } from './bulk-wall.js';
import { BULK_DATASETS } from './datasets.data.js';

const DATASETS = BULK_DATASETS.map(({ id }) => id);

export const manifestQuery = z.object({
  region: regionsParameter(),
  dataset: oneOf(DATASETS).optional(),
  format: shapeParameters.format,
  as_of: noEffect('the list is of the files as they were last written; a file takes as_of'),
});

type Listed = BulkFile & { readonly name: BulkName };

/** GET /v1/bulk: the files of regions that the plan reaches. */
export function prepareManifest(files: BulkStore, request: AuthedRequest): Prepared {
  const query = readQuery(manifestQuery, request.query);
  const { principal, receivedAt } = request;
  requireEntitlement(principal.plan, { bulk: true }, receivedAt);
  const order = new Map(query.region.map(({ area }, index) => [area.id, index]));
  const listed = files
    .list()
    .flatMap((file): Listed[] => {
      const name = bulkNamed(file.path);
      return name ? [{ ...file, name }] : [];
    })
    .filter(({ name: { dataset, coded, month } }) => {
      const isAsked = order.has(coded.area.id) && dataset.id === (query.dataset ?? dataset.id);
      return isAsked && isWithinPlan(principal.plan, month, receivedAt);
    })
    .sort((a, b) => {
      const place = ({ name: { dataset, coded } }: Listed) => [DATASETS.indexOf(dataset.id), order.get(coded.area.id)!];
      const [one, two] = [place(a), place(b)];
      return one[0]! - two[0]! || one[1]! - two[1]! || (a.name.month.name < b.name.month.name ? -1 : 1);
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
}

function manifestTable(files: readonly Listed[]): Table {
  const text = (name: string, value: (file: Listed) => string) =>
    ({ name, kind: 'text', values: files.map(value) }) as const;
  const number = (name: string, value: (file: Listed) => number) =>
    ({ name, kind: 'number', values: files.map(value) }) as const;
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
    { name: 'as_of', kind: 'instant', values: files.map(({ asOf }): EpochMs => asOf) },
  ]);
}
