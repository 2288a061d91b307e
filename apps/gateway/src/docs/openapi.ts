import type { ErrorCode } from '@loadcast/core';
import { ERRORS, exampleTarget, type JsonSchema, jsonSchemaOf, parametersOf } from '@loadcast/formats';
import { z } from 'zod';
import type { DocumentedEndpoint } from './documented.js';
import { EXAMPLE_ANSWERS, EXAMPLE_FAILURES } from './example-answers.generated.js';
import { failuresOf } from './failures.js';
import {
  HEADERS,
  type HeaderName,
  OF_STATUS,
  OF_UNKNOWN_NAMES,
  ON_EVERY_ANSWER,
  REQUIRED,
  WITH_KEY,
} from './openapi-headers.data.js';

/** The version of the interface: it changes when a documented request or answer does. */
export const API_VERSION = '1.0.0';

const SECURITY = {
  public: [],
  key: [{ bearer: [] }],
  session: [{ session: [] }],
} as const satisfies Record<DocumentedEndpoint['access'], readonly object[]>;

/** Every failure in JSON. */
const errorAnswer = z.strictObject({
  error: z.strictObject({
    code: z.string().describe('One of the documented codes.'),
    message: z.string().min(1).describe('A message for people: the fault, and the allowed values.'),
    documentation_url: z.string().describe('A page about the code.'),
    request_id: z.string().describe('Equals the header X-Request-Id.'),
    details: z.record(z.string(), z.union([z.string(), z.number()])).describe('Details for programs, by code.'),
  }),
});

const { message, documentation_url, ...common } = errorAnswer.shape.error.shape;

/** The same failure in the form of RFC 9457. */
const problemAnswer = z.strictObject({
  type: documentation_url,
  title: z.string().describe('The code in words.'),
  status: z.int().describe('The HTTP status.'),
  detail: message,
  ...common,
});

/** The OpenAPI 3.1 document of the endpoints. @param baseUrl without a slash at its end */
export function openApiDocument(endpoints: readonly DocumentedEndpoint[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [(endpoint.method ?? 'GET').toLowerCase()]: operation(endpoint),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Loadcast',
      version: API_VERSION,
      description:
        'Forecasts of hourly electricity load in MW, measured load, and the accuracy of past forecasts. Hours are named by their start, in UTC; ranges are [start, end). Language models find the same as tools at `/mcp` (Model Context Protocol, the same key).',
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(endpoints.map(({ part }) => part))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'lc_live_...' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-loadcast-session' },
      },
      schemas: { Error: jsonSchemaOf(errorAnswer), Problem: jsonSchemaOf(problemAnswer) },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' }, ...(name === REQUIRED && { required: true }) },
        ]),
      ),
    },
  };
}

function operation(endpoint: DocumentedEndpoint): object {
  const { name, title, notes = [], part, access, body, file, examples = [], path } = endpoint;
  return {
    operationId: name,
    summary: title,
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    tags: [part],
    security: SECURITY[access],
    parameters: [...segmentsOf(path), ...parametersOf(endpoint.query).map(queryParameter)],
    ...(body && requestBody('application/json', { schema: jsonSchemaOf(body, 'input') })),
    ...(file !== undefined && requestBody('text/csv', { schema: { type: 'string' }, example: file })),
    responses: responsesOf(endpoint),
    ...(examples.length > 0 && { 'x-examples': examples.map((query) => exampleTarget(endpoint, query)) }),
  };
}

const requestBody = (type: string, content: object): object => ({
  requestBody: { required: true, content: { [type]: content } },
});

function segmentsOf(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameter({ name, isRequired, schema, text }: ReturnType<typeof parametersOf>[number]): object {
  return { name, in: 'query', required: isRequired, description: text, schema };
}

function responsesOf(endpoint: DocumentedEndpoint): object {
  const { status = 200, answers, conditional, access, title } = endpoint;
  const metered = access === 'key' ? WITH_KEY : [];
  const responses: Record<string, object> = {
    [status]: {
      description: title,
      headers: {
        ...headerRefs([...ON_EVERY_ANSWER, ...metered, ...(conditional ? (['ETag'] as const) : [])]),
        ...Object.fromEntries(
          Object.entries(endpoint.headers ?? {}).map(([name, description]) => [
            name,
            { description, schema: { type: 'string' } },
          ]),
        ),
      },
      content: Object.fromEntries(
        answers.map((answer) => [
          answer.type,
          {
            ...content(answer.schema && jsonSchemaOf(answer.schema), answer.text),
            ...(answer.columns && { 'x-columns': answer.columns }),
            ...(answer.schema && exampleOf(EXAMPLE_ANSWERS[endpoint.name])),
          },
        ]),
      ),
    },
  };
  if (conditional) {
    responses['304'] = {
      description: 'The caller’s copy is current. Free of charge.',
      headers: headerRefs([...ON_EVERY_ANSWER, ...metered, 'ETag']),
    };
  }
  for (const [code, codes] of failuresOf(endpoint)) responses[code] = failure(endpoint, code, codes);
  responses['default'] = {
    ...failure(endpoint, 0, []),
    description: 'What HTTP itself forbids, or a method that the path does not have.',
  };
  return responses;
}

function failure(
  { access, errorTypes = ['application/json'] }: DocumentedEndpoint,
  status: number,
  codes: readonly ErrorCode[],
): object {
  const error = { $ref: '#/components/schemas/Error' };
  const named = { properties: { error: { properties: { code: { enum: codes } } } } };
  const schema = codes.length === 0 ? error : { allOf: [error, named] };
  const types = status === 0 ? new Set([...errorTypes, 'application/json']) : errorTypes;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].explanation}`).join('\n\n'),
    headers: headerRefs([
      REQUIRED,
      ...OF_UNKNOWN_NAMES,
      ...(access === 'key' ? WITH_KEY : []),
      ...(OF_STATUS[status] ?? []),
    ]),
    content: Object.fromEntries([
      ...[...types].map((type) => [
        type,
        type === 'application/json'
          ? { schema, ...exampleOf(codes.map((code) => EXAMPLE_FAILURES[code]).find((body) => body !== undefined)) }
          : content(undefined, 'An OASISReport with one ERROR.'),
      ]),
      ...([...types].includes('application/json') ? [[PROBLEM_TYPE, PROBLEM]] : []),
    ]),
  };
}

/** Only a caller whose `Accept` names it gets it. */
const PROBLEM = { schema: { $ref: '#/components/schemas/Problem' } };
const PROBLEM_TYPE = 'application/problem+json';

const content = (schema: JsonSchema | undefined, text = ''): object =>
  schema ? { schema } : { schema: { type: 'string', description: text } };

const exampleOf = (example: unknown): object => (example === undefined ? {} : { example });

const headerRefs = (names: readonly HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
