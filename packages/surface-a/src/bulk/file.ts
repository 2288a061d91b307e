import { type Areas, type EpochMs, ServiceError } from '@loadcast/core';
import { bulkMonthAt } from '@loadcast/core/insight';
import {
  type AuthedRequest,
  asOfInstant,
  createPause,
  instantParameter,
  type Prepared,
  type Reply,
  refused,
} from '@loadcast/formats';
import * as z from 'zod';
import { readEndpoint } from '../answers/read-endpoint.js';
import type { BulkAsk, BulkDeps } from './bulk-dataset.js';
import { type BulkFile, type BulkName, type BulkStore, bulkNamed, bulkPath } from './bulk-file.js';
import { monthSight } from './bulk-wall.js';
import { readByteRange } from './byte-range.js';

export const PARQUET_TYPE = 'application/vnd.apache.parquet';

const fileQuery = z.object({ as_of: instantParameter('iso').optional() });

type FileValues = z.output<typeof fileQuery>;

export interface FileDeps extends BulkDeps {
  readonly files: BulkStore;
}

/** GET /v1/bulk/{dataset}/{file}: a file as it was last written, or made for this answer as of an instant. */
export const fileEndpoint = readEndpoint({
  path: '/bulk/{dataset}/{file}',
  segmentExamples: { dataset: 'actuals', file: 'PJM-newest.parquet' },
  name: 'getBulkFile',
  title: 'One month of a region as a Parquet file',
  notes: [
    'Sorted rows with types: times are timestamps in UTC, MW are doubles with at most two decimals, a missing value is null; compressed with Snappy. Names: `REGION-YYYY-MM.parquet`; `PJM-newest.parquet` is the newest month of PJM. The entity tag is the SHA-256 of the file, also in `Repr-Digest`.',
    'A written file takes `Range` with one range, and `If-Range` with its entity tag: 206 with that part, 416 beyond the end, the whole file for several ranges. Each call counts as one request, whatever its part.',
    '`as_of` returns the file as it would have been written then. It is made for this request, even for a month without a file yet.',
  ],
  query: fileQuery,
  answers: [{ type: PARQUET_TYPE, text: 'The file.' }],
  examples: ['as_of=2026-11-20T16:00:00Z'],
  shows(query, request, { files }: FileDeps) {
    const { name, asOf } = fileAsked(files, query, request);
    return monthSight(name.month, asOf);
  },
  prepare(deps: FileDeps, query, request) {
    const { name, asOf } = fileAsked(deps.files, query, request);
    if (!query.as_of) return writtenFile(deps.files, name, request);
    const { coded, month, dataset } = name;
    const ask: BulkAsk = { coded, month, asOf: Math.min(asOf, month.settledAt) };
    return { price: dataset.price, prepare: (scope) => madeFile({ ...deps, pause: createPause(scope) }, name, ask) };
  },
});

function fileAsked(files: BulkStore, { as_of }: FileValues, { path, areas, receivedAt }: AuthedRequest) {
  const asOf = asOfInstant(as_of, receivedAt);
  return { asOf, name: nameIn(areas, path.replace('/bulk/', ''), as_of ? [] : files.list(), asOf) };
}

/** The file that a path names: `newest` is the newest listed month, or else the month of the instant. */
function nameIn(areas: Areas, path: string, listed: readonly BulkFile[], asOf: EpochMs): BulkName {
  const [, start] = /^(\w+\/[\w-]+-)newest\.parquet$/.exec(path) ?? [];
  const newest = listed.map((file) => file.path).filter((each) => start !== undefined && each.startsWith(start));
  const written = start === undefined ? path : (newest.sort().at(-1) ?? `${start}${bulkMonthAt(asOf).name}.parquet`);
  const name = bulkNamed(areas, written);
  if (!name) throw refused('file', 'a path that /v1/bulk lists, as actuals/PJM-2026-10.parquet');
  return name;
}

function writtenFile(files: BulkStore, name: BulkName, request: AuthedRequest): Prepared {
  const file = files.list().find(({ path }) => path === bulkPath(name));
  if (!file) throw noFile(name);
  return {
    regions: [name.coded.area.id],
    etag: `"${file.sha256}"`,
    reply: () => partReply(files, file, { ...headersOf(name, file.sha256), 'accept-ranges': 'bytes' }, request),
  };
}

/** The file, or the part that `Range` asks for if `If-Range`, where there is one, names this state of the file. */
function partReply(
  files: BulkStore,
  file: BulkFile,
  headers: Readonly<Record<string, string>>,
  { method, headers: asked }: AuthedRequest,
): Reply {
  const isSame = (asked.get('if-range') ?? `"${file.sha256}"`) === `"${file.sha256}"`;
  const part = method === 'GET' && isSame ? readByteRange(asked.get('range'), file.bytes) : undefined;
  const sized = (status: number, bytes: number, body: Reply['body'], range: Record<string, string> = {}): Reply => ({
    status,
    headers: { ...headers, ...range, 'content-length': String(bytes) },
    body,
  });
  if (part === undefined) return sized(200, file.bytes, files.open(file));
  if (part === 'beyond') return sized(416, 0, '', { 'content-range': `bytes */${file.bytes}` });
  const { from, to } = part;
  const range = { 'content-range': `bytes ${from}-${to - 1}/${file.bytes}` };
  return sized(206, to - from, files.open(file, part), range);
}

async function madeFile(deps: FileDeps, name: BulkName, ask: BulkAsk): Promise<Prepared> {
  const { bytes, rows, sha256 } = await deps.files.encode(name.dataset.columns, name.dataset.tables(deps, ask));
  if (rows === 0) throw noFile(name);
  return {
    regions: [name.coded.area.id],
    etag: `"${sha256}"`,
    reply: () => ({ status: 200, headers: headersOf(name, sha256), body: bytes }),
  };
}

function headersOf({ dataset, coded, month }: BulkName, sha256: string): Record<string, string> {
  return {
    'content-type': PARQUET_TYPE,
    'content-disposition': `attachment; filename="${dataset.id}_${coded.code}-${month.name}.parquet"`,
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
}

function noFile({ dataset, coded, month }: BulkName): ServiceError {
  const what = `${dataset.id} of ${coded.code} in ${month.name}`;
  return new ServiceError('no_data', `There is no file of ${what}. GET /v1/bulk lists the files.`, {
    reason: 'not_covered',
  });
}
