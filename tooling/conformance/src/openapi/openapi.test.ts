import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Answer, Ask } from '../service.js';
import { type DescribedGateway, startDescribedGateway } from '../testing/described-gateway.js';
import { differencesOf, type ExampleAnswers, mutationsOf } from '../testing/openapi/described-answers.js';
import type { ApiDocument, Operation } from './api-document.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let gateway: DescribedGateway;
let ask: Ask;
let api: ApiDocument;
beforeAll(async () => {
  gateway = await startDescribedGateway();
  gateway.listFile();
  ({ ask, api } = gateway);
}, 120_000);
afterAll(() => gateway.stop());

const isOfSession = ({ security }: Operation): boolean => security.some((each) => 'session' in each);

/** Operations that a key may ask. */
const reads = (): Operation[] =>
  api.operations.filter(
    (operation) => operation.method === 'GET' && !isOfSession(operation) && !operation.path.startsWith('/account'),
  );

test('the document is OpenAPI 3.1 by its schema', async () => {
  const { valid, errors } = await new Validator().validate(api.raw as Record<string, never>);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('it describes every endpoint of the contract, each under a name of its own', () => {
  expect(reads().map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/v1/demand/forecast',
      '/v1/demand/history',
      '/v1/demand/latest',
      '/v1/demand/accuracy',
      '/v1/regions',
      '/v1/health',
      '/v1/usage',
      '/v1/oasis',
      '/oasis',
      '/oasisapi/SingleZip',
      '/forecast/v1/demand',
      '/forecast/v1/historical',
      '/forecast/v1/tac-areas',
    ]),
  );
  const names = api.operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every parameter has a meaning, and what is allowed or an example', () => {
  const poor = api.operations.flatMap(({ path, parameters }) =>
    parameters
      .filter((parameter) => parameter.in === 'query')
      .filter(
        ({ description, schema }) =>
          !description || !(schema.enum ?? schema.examples ?? schema.pattern ?? schema.format),
      )
      .map(({ name }) => `${path} ${name}`),
  );
  expect(poor).toEqual(
    ['/v1/demand/accuracy window', '/oasisapi/SingleZip tac_area_name'].filter((name) => poor.includes(name)),
  );
});

/** What is shown once somebody handed in a forecast: tests of packages/surface-a and packages/service show it. */
const SERVED_WITH_FORECASTERS = ['/v1/submissions/proof .data.leaf'].concat(
  ...['.data', '.data[]'].map((rows) => [
    ...['dm_p', 'dm_statistic', 'name'].map((name) => `/v1/demand/scores ${rows}.${name}`),
    ...['mw', 'p10', 'p90', 'received_at'].map((name) => `/v1/demand/compare ${rows}.forecaster_${name}`),
    ...['forecaster', 'position', 'received_at', 'start', 'end', 'withdraws', 'late_for', 'link', 'weights'].map(
      (name) => `/v1/demand/runs ${rows}.${name}`,
    ),
  ]),
);

/** What a service in order does not show: status.test.ts of apps/gateway and health.test.ts of packages/surface-a show it. */
const SERVED_WHEN_WRONG = [
  '/v1/health x-degraded-because',
  '/v1/status .data.service[].monitor',
  '/v1/status .data.service[].message',
  '/v1/status .data.areas[].findings[].monitor',
  '/v1/status .data.areas[].findings[].message',
];

/** Fields of a season that the examples lie outside of: packages/surface-a/src/insight/why/why.test.ts shows them. */
const SERVED_IN_SEASON = ['/v1/demand/peaks .data[].program_pct', '/v1/demand/peaks .data[].hour_25_pct'];

/** Fields of an hour that a person looked at, which no example has: packages/surface-a/src/insight/withheld.test.ts shows them. */
const SERVED_WHEN_REVIEWED = ['/v1/withheld .data[].finding', '/v1/withheld .data[].source'];

/** The examples of an operation, and where it has columns each as columns. */
function examplesOf({ parameters, 'x-examples': examples = [] }: Operation): readonly string[] {
  const hasColumns = parameters.some(({ name, schema }) => name === 'format' && schema.enum?.includes('columns'));
  const plain = examples.filter((example) => !example.includes('format='));
  const asColumns = plain.map((example) => `${example}${example.includes('?') ? '&' : '?'}format=columns`);
  return hasColumns ? [...examples, ...asColumns] : examples;
}

describe('examples', () => {
  const answers = new Map<Operation, ExampleAnswers>();
  beforeAll(async () => {
    for (const operation of reads()) {
      const answered: [string, Answer][] = [];
      for (const example of examplesOf(operation)) answered.push([example, await ask(example)]);
      answers.set(operation, answered);
    }
  }, 60_000);

  test('each endpoint has one, is answered as described, and together they show every field and header', () => {
    for (const [{ path }, answered] of answers) expect([path, answered.length]).not.toEqual([path, 0]);
    const differences = [...answers].flatMap(([operation, answered]) => differencesOf(api, operation, answered));
    const unseen = [SERVED_IN_SEASON, SERVED_WHEN_REVIEWED, SERVED_WHEN_WRONG, SERVED_WITH_FORECASTERS].flat();
    expect(differences.toSorted()).toEqual(unseen.toSorted());
  });

  test('a field or column that is taken away, and one that is added, is noticed: of every endpoint', () => {
    const unnoticed: string[] = [];
    let tried = 0;
    for (const [operation, answered] of answers) {
      const known = differencesOf(api, operation, answered).length;
      for (const { name, changed } of mutationsOf(operation, answered)) {
        tried += 1;
        if (differencesOf(api, operation, changed).length === known) unnoticed.push(`${operation.path} ${name}`);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(tried).toBeGreaterThan(400);
  });
});

test('a known tag is answered with 304 wherever that is described', async () => {
  for (const operation of reads().filter(({ responses }) => '304' in responses)) {
    const path = operation['x-examples']![0]!;
    // A run that is issued between the two changes the tag: with it the answer is asked for again.
    const answer = await vi.waitFor(
      async () => {
        const etag = (await ask(path)).headers['etag']!;
        const repeated = await ask(path, { headers: { 'if-none-match': etag } });
        expect([path, repeated.status]).toEqual([path, 304]);
        return repeated;
      },
      { timeout: 60_000, interval: 100 },
    );
    api.requireDocumented(operation, answer);
  }
});

test('without a key, and with a revoked one, failures are as described', async () => {
  for (const operation of reads()) {
    const path = operation['x-examples']![0]!;
    for (const key of [null, gateway.target.revokedKey!]) {
      const answer = await ask(path, { key });
      expect(operation.security.length === 0 ? 200 : 401).toBe(answer.status);
      api.requireDocumented(operation, answer);
    }
  }
});

test.each([
  { path: '/v1/demand/history?region=PJM&start=2099-01-01&end=2099-01-01', status: 404 },
  { path: '/v1/demand/forecast?region=PJM&as_of=2020-01-01T00:00:00Z', status: 403 },
  { path: '/v1/demand/forecast?region=PJM&horizon=7d', status: 403, small: true },
  { path: '/v1/demand/history?region=PJM&start=2020-01-01T00:00:00Z&end=2020-01-02T00:00:00Z', status: 403 },
  {
    path: '/v1/oasis?queryname=SLD_FCST&market_run_id=7DA&startdatetime=20261120T08:00Z&enddatetime=20261120T12:00Z',
    status: 403,
    small: true,
  },
  { path: '/oasis?queryname=SLD_ACTUAL&startdatetime=19900101T00:00Z&enddatetime=19900102T00:00Z', status: 404 },
  {
    path: '/oasis?queryname=SLD_ACTUAL&startdatetime=19900101T00:00Z&enddatetime=19900102T00:00Z&resultformat=7',
    status: 404,
  },
  { path: '/oasis?queryname=NOTHING', status: 400 },
  { path: '/forecast/v1/demand?tac_area=PGE&startdatetime=19900101T00:00Z&enddatetime=19900102T00:00Z', status: 404 },
  { path: '/forecast/v1/historical?tac_area=PGE&date=1990-01-01', status: 404 },
])('$path is $status, as described', async ({ path, status, small = false }) => {
  const operation = reads().find((each) => each.path === path.split('?')[0])!;
  const answer = await ask(path, small ? { key: gateway.target.smallKey! } : {});
  expect([answer.status, answer.text.length > 0]).toEqual([status, true]);
  api.requireDocumented(operation, answer);
});

test('a used up limit is answered as described, with Retry-After', async () => {
  const operation = reads().find(({ path }) => path === '/v1/demand/latest')!;
  const key = gateway.target.smallKey!;
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask('/v1/demand/latest?region=SPP', { key })));
  const refused = answers.find(({ status }) => status === 429)!;
  api.requireDocumented(operation, refused);
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

test.each([
  { path: '/v1/demand/latest', target: '/v1/demand/latest?region=NOWHERE', status: 400 },
  { path: '/v1/demand/latest', target: '/v1/demand/latest?region=PJM', key: null, status: 401 },
  { path: '/forecast/v1/tac-areas', target: '/forecast/v1/tac-areas?nothing=1', key: 'wrong', status: 401 },
])('$status of $path for Accept: application/problem+json is a described problem', async (row) => {
  const { path, target, status, ...asked } = row;
  const operation = api.operations.find((one) => one.path === path && one.method === 'GET');
  const answer = await ask(target, { ...asked, headers: { accept: 'application/problem+json' } });
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
  api.requireDocumented(operation!, answer);
});
