import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from '../service.js';

type Json = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: {
    readonly enum?: readonly string[];
    readonly default?: string;
    readonly examples?: readonly string[];
    readonly pattern?: string;
    readonly format?: string;
    /** Items of a list that is separated by commas. */
    readonly 'x-list'?: readonly (string | number)[];
  };
}

interface Response {
  readonly headers?: Json;
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema: Json; readonly example?: unknown; readonly 'x-columns'?: readonly (readonly string[])[] }
    >
  >;
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-examples'?: readonly string[];
}

/** An OpenAPI document with validators of its answers. */
export interface ApiDocument {
  readonly raw: Json;
  readonly operations: readonly Operation[];
  /** Fails unless the operation may answer so: status, type, body, headers. @returns the JSON body, undefined for others */
  requireDocumented(operation: Operation, answer: Answer): unknown;
}

export function readApiDocument(text: string): ApiDocument {
  const raw = JSON.parse(text) as Json;
  const paths = raw['paths'] as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(raw, 'api');
  const validators = new Map<string, ValidateFunction>();
  return {
    raw,
    operations,
    requireDocumented({ path, method, responses }, answer) {
      const status = Object.hasOwn(responses, answer.status) ? String(answer.status) : 'default';
      assert.ok(status !== 'default' || answer.status >= 400, `${answer.status} is not documented`);
      const response = responses[status]!;
      assert.ok(answer.headers['x-request-id'], 'no X-Request-Id');
      if (answer.bytes.length === 0) return undefined;
      const type = (answer.headers['content-type'] ?? '').split(';')[0]!;
      assert.ok(response.content?.[type], `${answer.status} as ${type} is not documented`);
      if (type === 'text/csv') requireColumns(response.content[type]['x-columns'], answer.text);
      if (!/[/+]json$/.test(type)) return undefined;
      const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
      const pointer = steps
        .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
      validators.set(pointer, validate);
      const body: unknown = JSON.parse(answer.text);
      assert.ok(validate(body), `${ajv.errorsText(validate.errors)} in ${answer.text.slice(0, 300)}`);
      return body;
    },
  };
}

/** A header row that is described, and as many cells in the first row. */
function requireColumns(described: readonly (readonly string[])[] | undefined, text: string): void {
  if (!described) return;
  const header = text.slice(0, text.indexOf('\n'));
  assert.ok(
    described.some((names) => names.join(',') === header),
    `no header row is ${header}`,
  );
}

interface Shape {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
}

/** Every field that a JSON Schema describes: `data[].value_mw`. */
export function describedFields(schema: Json, path = ''): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Shape;
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      `${path}.${name}`,
      ...describedFields(inner, `${path}.${name}`),
    ]),
    ...(items ? describedFields(items, `${path}[]`) : []),
    ...anyOf.flatMap((form) => describedFields(form, path)),
  ];
}

/** Every field that a body has, once, under the same names. */
export const servedFields = (body: unknown): string[] => [...new Set(fieldsOf(body, ''))];

function fieldsOf(body: unknown, path: string): string[] {
  if (Array.isArray(body)) return body.flatMap((each) => fieldsOf(each, `${path}[]`));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, inner]) => [`${path}.${name}`, ...fieldsOf(inner, `${path}.${name}`)]);
}
