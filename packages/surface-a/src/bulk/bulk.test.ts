import { CONTRACT_AREAS } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSurfaceA } from '../surface-a.js';
import type { BulkFile, BulkStore } from './bulk-file.js';
import { bulkNamed, bulkPath } from './bulk-file.js';
import { BULK_DATASETS } from './datasets.data.js';

const NOW = Date.UTC(2026, 10, 20, 12, 30);
const bytes = Buffer.from('PAR1 a file PAR1');
const SHA256 = 'ab'.repeat(32);

const fileAt = (path: string): BulkFile => ({
  path,
  rows: 3,
  bytes: bytes.byteLength,
  sha256: SHA256,
  asOf: Math.min(NOW, bulkNamed(CONTRACT_AREAS, path)?.month.settledAt ?? NOW),
});

/** Tables as JSON in place of Parquet: how files are written is the gateway's. */
const files: BulkStore = {
  list: () =>
    [
      'scores/PJM-2026-11.parquet',
      'actuals/PJM-2026-11.parquet',
      'actuals/CAISO-2026-10.parquet',
      'actuals/PJM-2026-10.parquet',
      'actuals/PJM-2026-08.parquet',
      'actuals/PJM-2025-11.parquet',
      'actuals/PJM-2025-10.parquet',
      'unknown/PJM-2026-10.parquet',
    ].map(fileAt),
  async *open(_file, { from, to } = { from: 0, to: bytes.byteLength }) {
    yield bytes.subarray(from, Math.min(7, to));
    if (to > 7) yield bytes.subarray(Math.max(7, from), to);
  },
  async encode(columns, tables) {
    let rows = 0;
    for await (const table of tables) {
      expect(table.columns.map(({ name }) => name)).toEqual(Object.keys(columns));
      rows += table.rowCount;
    }
    return { bytes: Buffer.from(`${rows}`), rows, sha256: SHA256 };
  },
};

let ask: Ask;
beforeAll(async () => {
  const world = await reportWorld('2026-11-01', '2026-11-20', { areas: ['pjm'], until: NOW });
  ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA({ ...world, files }) }], () => NOW);
});

describe('/v1/bulk', () => {
  const pathsOf = async (query: string, plan = 'enterprise') => {
    const { text } = await ask(`/v1/bulk?${query}`, plan);
    return JSON.parse(text).data.map(({ path }: { path: string }) => path.replace('/v1/bulk/', ''));
  };

  test('lists the files of regions in the order asked for, by dataset and month', async () => {
    const { status, text } = await ask('/v1/bulk?region=PJM,CISO', 'enterprise');
    const { data, meta } = JSON.parse(text);
    expect([status, meta]).toEqual([200, { schema_version: 1, count: 6, generated_at: '2026-11-20T12:30:00Z' }]);
    expect(data.slice(0, 3)).toEqual(
      ['2025-11', '2026-08', '2026-10'].map((month) => ({
        path: `/v1/bulk/actuals/PJM-${month}.parquet`,
        dataset: 'actuals',
        region: 'PJM',
        month,
        state: month === '2026-10' ? 'open' : 'settled',
        rows: 3,
        bytes: 16,
        sha256: SHA256,
        as_of: { '2025-11': '2026-01-10', '2026-08': '2026-10-11', '2026-10': '2026-11-20' }[month]!.concat(
          month === '2026-10' ? 'T12:30:00Z' : 'T00:00:00Z',
        ),
      })),
    );
    expect(data.slice(3).map(({ path }: { path: string }) => path)).toEqual(
      ['actuals/PJM-2026-11', 'actuals/CAISO-2026-10', 'scores/PJM-2026-11'].map((name) => `/v1/bulk/${name}.parquet`),
    );
  });

  test.each([
    { query: 'region=CAISO', paths: ['actuals/CAISO-2026-10.parquet'] },
    { query: 'region=all&dataset=scores', paths: ['scores/PJM-2026-11.parquet'] },
    { query: 'region=NYISO', paths: [] },
  ])('$query', async ({ query, paths }) => expect(await pathsOf(query)).toEqual(paths));

  test('Team sees the months whose last hour is within its 30 days', async () => {
    expect(await pathsOf('region=PJM&dataset=actuals', 'team')).toEqual([
      'actuals/PJM-2026-10.parquet',
      'actuals/PJM-2026-11.parquet',
    ]);
  });

  test.each([
    { query: 'region=PJM', plan: 'free', status: 403, says: 'The Team plan includes it' },
    { query: 'region=PJM', plan: 'developer', status: 403, says: 'The Team plan includes it' },
    { query: '', plan: 'team', status: 400, says: 'region' },
    { query: 'region=PJM&dataset=load', plan: 'team', status: 400, says: 'forecasts, actuals, operator, scores' },
    { query: 'region=PJM&as_of=2026-11-01T00:00Z', plan: 'team', status: 400, says: 'as_of' },
    { query: 'region=PJM', plan: 'enterprise only vea', status: 403, says: 'limited to the regions' },
  ])('$query of $plan is refused with $status', async ({ query, plan, status, says }) => {
    const answer = await ask(`/v1/bulk?${query}`, plan);
    expect([answer.status, answer.text.includes(says)]).toEqual([status, true]);
  });
});

describe('/v1/bulk/{dataset}/{file}', () => {
  test('gives the bytes as they were written, with their digest', async () => {
    const { status, headers, bytes: given } = await ask('/v1/bulk/actuals/PJM-2026-10.parquet', 'team');
    expect([status, given.equals(bytes)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-length': '16',
      'content-disposition': 'attachment; filename="actuals_PJM-2026-10.parquet"',
      etag: `"${SHA256}"`,
      'repr-digest': `sha-256=:${Buffer.from(SHA256, 'hex').toString('base64')}:`,
      'cache-control': 'private, no-cache',
    });
  });

  test.each([
    { range: 'bytes=0-3', status: 206, part: 'PAR1', contentRange: 'bytes 0-3/16' },
    { range: 'bytes=5-10', status: 206, part: 'a file', contentRange: 'bytes 5-10/16' },
    { range: 'bytes=8-', status: 206, part: 'ile PAR1', contentRange: 'bytes 8-15/16' },
    { range: 'bytes=12-99', status: 206, part: 'PAR1', contentRange: 'bytes 12-15/16' },
    { range: 'bytes=-4', status: 206, part: 'PAR1', contentRange: 'bytes 12-15/16' },
    { range: 'bytes=-99', status: 206, part: 'PAR1 a file PAR1', contentRange: 'bytes 0-15/16' },
    { range: 'bytes=0-3', ifRange: `"${SHA256}"`, status: 206, part: 'PAR1', contentRange: 'bytes 0-3/16' },
    { range: 'bytes=0-3', ifRange: '"another"', status: 200, part: 'PAR1 a file PAR1' },
    { range: 'bytes=0-3', ifRange: `W/"${SHA256}"`, status: 200, part: 'PAR1 a file PAR1' },
    { range: 'bytes=0-3', ifRange: 'Fri, 20 Nov 2026 12:00:00 GMT', status: 200, part: 'PAR1 a file PAR1' },
    // field case 11
    { range: 'bytes=16-', status: 416, part: '', contentRange: 'bytes */16' },
    { range: 'bytes=-0', status: 416, part: '', contentRange: 'bytes */16' },
    { range: 'bytes=0-1,4-5', status: 200, part: 'PAR1 a file PAR1' },
    { range: 'bytes=5-2', status: 200, part: 'PAR1 a file PAR1' },
    { range: 'bytes=-', status: 200, part: 'PAR1 a file PAR1' },
    { range: 'rows=0-3', status: 200, part: 'PAR1 a file PAR1' },
  ])('$range with If-Range $ifRange is $status', async ({ range, ifRange, status, part, contentRange }) => {
    const headers = { range, ...(ifRange !== undefined && { 'if-range': ifRange }) };
    const answer = await ask('/v1/bulk/actuals/PJM-2026-10.parquet', 'team', { headers });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, part, contentRange]);
    expect(answer.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(part.length),
      etag: `"${SHA256}"`,
    });
  });

  test.each([
    { query: '', name: 'actuals_PJM-2026-11.parquet' },
    { query: '?as_of=2026-11-15T00:00Z', name: 'actuals_PJM-2026-11.parquet' },
  ])('newest$query is $name', async ({ query, name }) => {
    const { status, headers } = await ask(`/v1/bulk/actuals/PJM-newest.parquet${query}`, 'team');
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="${name}"`]);
  });

  test.each([
    { path: 'actuals/PJM-2026-10.parquet', plan: 'developer', status: 403, says: 'The Team plan includes it' },
    { path: 'actuals/PJM-2026-08.parquet', plan: 'team', status: 403, says: 'The Enterprise plan includes it' },
    { path: 'actuals/PJM-2025-10.parquet', plan: 'enterprise', status: 403, says: 'No plan includes it' },
    { path: 'actuals/PJM-2026-08.parquet?as_of=2026-08-02T00:00Z', plan: 'team', status: 403, says: 'Enterprise' },
    { path: 'actuals/PJM-2026-10.parquet', plan: 'team only vea', status: 403, says: 'limited to the regions' },
    { path: 'actuals/ERCOT-2026-10.parquet', plan: 'team', status: 404, says: 'There is no file of actuals of ERCOT' },
    { path: 'actuals/PJM-2026-12.parquet?as_of=2026-11-19T00:00Z', plan: 'team', status: 404, says: 'no file' },
    { path: 'actuals/CISO-2026-10.parquet', plan: 'team', status: 400, says: 'file: expected a path' },
    { path: 'actuals/PJM-2026-13.parquet', plan: 'team', status: 400, says: 'file: expected a path' },
    { path: 'actuals/..%2fPJM-2026-10.parquet', plan: 'team', status: 400, says: 'file: expected a path' },
    { path: 'load/PJM-2026-10.parquet', plan: 'team', status: 400, says: 'file: expected a path' },
    { path: 'actuals/PJM-2026-10.parquet?as_of=yesterday', plan: 'team', status: 400, says: 'as_of' },
  ])('$path of $plan is refused with $status', async ({ path, plan, status, says }) => {
    const answer = await ask(`/v1/bulk/${path}`, plan);
    expect([answer.status, answer.text.includes(says)]).toEqual([status, true]);
  });

  test.each(BULK_DATASETS.filter(({ id }) => id !== 'operator'))(
    '$id as of an instant has the columns that are documented',
    async ({ id }) => {
      const { status, text } = await ask(`/v1/bulk/${id}/PJM-2026-11.parquet?as_of=2026-11-15T12:00Z`, 'team');
      expect([status, Number(text) > 0]).toEqual([200, true]);
    },
  );
});

test('a name is that of one file', () => {
  for (const { path } of files.list().slice(0, -1)) expect(bulkPath(bulkNamed(CONTRACT_AREAS, path)!)).toBe(path);
});
