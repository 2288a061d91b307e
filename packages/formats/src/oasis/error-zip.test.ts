import { readFileSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { CONTRACT_AREAS, ServiceError } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { testData } from '../../../../tooling/testing/test-data.js';
import { renderError } from '../errors/error.js';
import type { SurfaceRequest } from '../http.js';
import { RANGE_TOO_LONG } from '../report/rows/report-window.js';
import { errorZip } from './error-zip.js';

const QUERY = 'QUERYNAME=SLD_FCST&STARTDATETIME=20260720T07:00-0000&enddatetime=20260721T07:00-0000&market_run_id=dam';
const receivedAt = Date.parse('2026-07-27T21:19:18.123Z');

function request(query: string): SurfaceRequest {
  return {
    method: 'GET',
    path: '',
    fullPath: '/oasisapi/SingleZip',
    query,
    headers: new Map(),
    receivedAt,
    areas: CONTRACT_AREAS,
    requestId: 'req-1',
    baseUrl: 'https://api.example',
  };
}

function render(error: Error, query = QUERY) {
  return renderError(error, errorZip, {
    requestId: 'req-1',
    baseUrl: 'https://api.example',
    request: request(query),
  });
}

/** The one member of an archive, read from its first local header as naive clients do. */
function member(body: unknown): { name: string; text: string } {
  const bytes = Buffer.from(body instanceof Uint8Array ? body : '');
  expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
  const [size, nameLength] = [bytes.readUInt32LE(18), bytes.readUInt16LE(26)];
  const content = inflateRawSync(bytes.subarray(30 + nameLength, 30 + nameLength + size));
  expect(content.length).toBe(bytes.readUInt32LE(22));
  expect(crc32(content)).toBe(bytes.readUInt32LE(14));
  return { name: bytes.toString('latin1', 30, 30 + nameLength), text: content.toString('utf8') };
}

const missing = (parameter: string) => new ServiceError('missing_parameter', 'x', { parameter });
const invalid = (parameter: string, expected = 'x') =>
  new ServiceError('invalid_parameter', 'x', { parameter, expected });

test.each([
  { name: 'no data', error: new ServiceError('no_data', 'x', { reason: 'source_gap' }), code: 1000 },
  {
    name: 'unknown queryname',
    error: new ServiceError('invalid_query', 'x', { parameter: 'queryname', expected: 'x' }),
    code: 1001,
  },
  { name: 'no queryname', error: missing('queryname'), code: 1011 },
  { name: 'no startdatetime', error: missing('startdatetime'), code: 1001 },
  { name: 'a bad startdatetime', error: invalid('startdatetime'), code: 1002 },
  { name: 'a bad enddatetime', error: invalid('enddatetime'), code: 1002 },
  { name: 'more than 31 days', error: invalid('startdatetime, enddatetime', RANGE_TOO_LONG), code: 1004 },
  { name: 'a reversed range', error: invalid('startdatetime, enddatetime'), code: 1001 },
  { name: 'a bad market_run_id', error: invalid('market_run_id'), code: 1001 },
  { name: 'no version', error: missing('version'), code: 1020 },
  { name: 'a bad version', error: invalid('version'), code: 1020 },
])('$name is $code in HTTP 200', ({ error, code }) => {
  const reply = render(error);
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/x-zip-compressed');
  expect(member(reply.body).text).toContain(`<m:ERR_CODE>${code}</m:ERR_CODE>`);
});

test.each([
  { error: new ServiceError('unauthorized', 'x', undefined), status: 401, header: ['www-authenticate', 'Bearer'] },
  { error: new ServiceError('invalid_key', 'x', undefined), status: 401, header: ['www-authenticate', 'Bearer'] },
  { error: new ServiceError('unavailable', 'x', { retryAfterSeconds: 7 }), status: 503, header: ['retry-after', '7'] },
  { error: new ServiceError('internal_error', 'x', undefined), status: 500, header: ['cache-control', 'no-store'] },
  { error: new Error('secret'), status: 500, header: ['cache-control', 'no-store'] },
])('$status keeps its HTTP status and is plain XML', ({ error, status, header: [name, value] }) => {
  const reply = render(error);
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(reply.headers[name!]).toBe(value);
  expect(reply.body).toContain('<OASISReport');
  expect(reply.body).not.toContain('secret');
});

describe('file names', () => {
  test('no data is named after the range, the run and the time, all Pacific', () => {
    const reply = render(new ServiceError('no_data', 'x', { reason: 'source_gap' }));
    const base = '20260720_20260721_SLD_FCST_DAM_20260727_14_19_18_v1';
    expect(reply.headers['content-disposition']).toBe(`inline; filename=${base}.xml.zip;`);
    expect(member(reply.body).name).toBe(`${base}.xml`);
  });

  test.each([
    { what: 'a path', query: QUERY.replace('=dam', '=../../x') },
    { what: 'a line break', query: QUERY.replace('=dam', '=%0D%0AX-Evil:1') },
    { what: 'nothing', query: QUERY.replace('=dam', '=') },
  ])('$what as market_run_id never reaches a name', ({ query }) => {
    const reply = render(new ServiceError('no_data', 'x', { reason: 'source_gap' }), query);
    expect(reply.headers['content-disposition']).toBe(
      'inline; filename=20260720_20260721_SLD_FCST_N_20260727_14_19_18_v1.xml.zip;',
    );
  });

  test('a bad request is INVALID_REQUEST', () => {
    const reply = render(missing('queryname'), '');
    expect(reply.headers['content-disposition']).toBe('inline; filename=INVALID_REQUEST.xml.zip;');
    expect(member(reply.body).name).toBe('INVALID_REQUEST.xml');
  });
});

const real = testData('samples/oasis/real_error_1000_no_data.xml');

test.skipIf(real === undefined)(
  'but for time, disclaimer and request id, no data is a real answer byte for byte',
  () => {
    const plain = (text: string) =>
      text
        .replace(/(?<=TimeDate>)[^<]+/, 'T')
        .replace(/(?<=DISCLAIMER>)The contents[^<]+/, 'D')
        .replace('<m:REQUEST_ID>req-1</m:REQUEST_ID>\n', '');
    const ours = member(render(new ServiceError('no_data', 'x', { reason: 'source_gap' })).body).text;
    expect(plain(ours)).toBe(plain(readFileSync(real!, 'utf8')));
    expect(ours).toContain('<m:TimeDate>2026-07-27T21:19:18.123Z</m:TimeDate>');
    expect(ours).toContain('<m:REQUEST_ID>req-1</m:REQUEST_ID>');
  },
);
