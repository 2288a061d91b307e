import { type ErrorCode, type ErrorDetails, ServiceError } from '@loadcast/core';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { faultOf, renderError } from './error.js';
import { ERRORS } from './errors.data.js';

const facts = { requestId: 'req-1', baseUrl: 'https://api.example' };
const limits = { plan: 'Free', limitHourly: 100, remainingHourly: 0, limitDaily: 1000, remainingDaily: 900 };
const DETAILS: ErrorDetails = {
  unauthorized: undefined,
  invalid_key: undefined,
  rate_limited: { ...limits, retryAfterSeconds: 17 },
  invalid_query: { parameter: 'queryname', expected: 'SLD_FCST' },
  missing_parameter: { parameter: 'region' },
  invalid_parameter: { parameter: 'horizon', expected: 'one of 1d, 2d' },
  plan_limit: { plan: 'Free', requiredPlan: 'Developer' },
  key_scope: { expected: 'region PJM' },
  second_factor_required: undefined,
  no_data: { reason: 'source_late', expectedAt: Date.UTC(2026, 6, 1, 8) },
  not_found: undefined,
  method_not_allowed: { allow: 'GET, HEAD, OPTIONS' },
  unavailable: { retryAfterSeconds: 3 },
  internal_error: undefined,
  bad_request: { expected: 'well-formed HTTP/1.1' },
  request_timeout: { expected: 'all of it within 10 seconds' },
  payload_too_large: { expected: 'at most 4096 bytes' },
  expectation_failed: { expected: '100-continue or nothing' },
  misdirected_request: { expected: 'an address of this service' },
  header_too_large: { expected: 'at most 100' },
  not_implemented: { expected: 'GET, HEAD or OPTIONS' },
  version_not_supported: { expected: '1.0 or 1.1' },
};
const CODES = Object.keys(ERRORS) as ErrorCode[];
const HOSTILE = `<&>"' ]]> \u0000\u001b \uffff \ud800 \u{1f50c}`;

test.each(CODES)('%s is written in JSON with exactly the documented keys', (code) => {
  const reply = renderError(new ServiceError(code, HOSTILE, DETAILS[code]), 'json', facts);
  const { error } = JSON.parse(String(reply.body));
  expect(reply.status).toBe(ERRORS[code].status);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(error)).toEqual(['code', 'message', 'documentation_url', 'request_id', 'details']);
  expect(error).toMatchObject({
    code,
    documentation_url: `https://api.example/docs/errors#${code}`,
    request_id: 'req-1',
  });
  expect(JSON.stringify(error.details)).not.toMatch(/[a-z][A-Z]\w*":/);
});

test.each(CODES)('%s is written in XML that parses, with the four children of ERROR', (code) => {
  const reply = renderError(new ServiceError(code, HOSTILE, DETAILS[code]), 'oasis-xml', facts);
  const body = String(reply.body);
  expect(XMLValidator.validate(body)).toBe(true);
  expect(body).not.toMatch(/[\u0000-\u0008\uffff]/);
  const error = new XMLParser().parse(body).OASISReport.MessagePayload.RTO.ERROR;
  expect(Object.keys(error)).toEqual(['ERR_CODE', 'ERR_DESC', 'REQUEST_ID', 'DOCUMENTATION_URL']);
  expect(error.ERR_CODE).toBe(code);
  expect(reply.status).toBe(ERRORS[code].status);
});

test('rate_limited has exactly the six documented numbers, and Retry-After agrees', () => {
  const reply = renderError(new ServiceError('rate_limited', 'slow down', DETAILS.rate_limited), 'json', facts);
  expect(JSON.parse(String(reply.body)).error.details).toEqual({
    plan: 'Free',
    limit_hourly: 100,
    remaining_hourly: 0,
    limit_daily: 1000,
    remaining_daily: 900,
    retry_after_seconds: 17,
  });
  expect(reply.headers['retry-after']).toBe('17');
});

test.each([
  { code: 'unauthorized', header: 'www-authenticate', value: 'Bearer' },
  { code: 'invalid_key', header: 'www-authenticate', value: 'Bearer' },
  { code: 'unavailable', header: 'retry-after', value: '3' },
  { code: 'method_not_allowed', header: 'allow', value: 'GET, HEAD, OPTIONS' },
] as const)('$code carries $header', ({ code, header, value }) => {
  expect(renderError(new ServiceError(code, 'x', DETAILS[code]), 'json', facts).headers[header]).toBe(value);
});

test('no_data has the reason and the time when data is expected', () => {
  const reply = renderError(new ServiceError('no_data', 'x', DETAILS.no_data), 'json', facts);
  expect(JSON.parse(String(reply.body)).error.details).toEqual({
    reason: 'source_late',
    expected_at: '2026-07-01T08:00:00Z',
  });
});

test.each([new Error('password=hunter2'), 'hunter2', undefined, null, { code: 'hunter2' }])(
  'an unknown throw (%s) is internal_error and shows nothing of itself',
  (thrown) => {
    const reply = renderError(thrown, 'json', facts);
    expect(reply.status).toBe(500);
    expect(String(reply.body)).not.toContain('hunter2');
    expect(JSON.parse(String(reply.body)).error.code).toBe('internal_error');
  },
);

/** What HTTP itself forbids: refused before there is a query. */
const REFUSED_BY_HTTP: readonly ErrorCode[] = [
  'bad_request',
  'request_timeout',
  'payload_too_large',
  'expectation_failed',
  'misdirected_request',
  'header_too_large',
  'not_implemented',
  'version_not_supported',
];

/** Refused before a query is read: nothing is charged. */
const REFUSED_BEFORE: readonly ErrorCode[] = [...REFUSED_BY_HTTP, 'second_factor_required'];

test.each(CODES)('%s has a fault: of the wrong query, only the codes 400 and 403', (code) => {
  const fault = faultOf(new ServiceError(code, 'x', DETAILS[code]));
  if (REFUSED_BEFORE.includes(code)) return expect(fault).toBe('request');
  expect(fault === 'query').toBe([400, 403].includes(ERRORS[code].status));
  expect(fault === 'service').toBe(ERRORS[code].status >= 500);
});

test('an unknown throw is the fault of the service', () => expect(faultOf(new Error('x'))).toBe('service'));
