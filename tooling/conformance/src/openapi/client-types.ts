import type { ApiDocument, Operation, Parameter } from './api-document.js';

/** The parts of JSON Schema that the document uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

/** Words that callers use by name: the type, and the parameter that has them. */
const NAMED = [
  { type: 'Region', path: '/v1/demand/forecast', parameter: 'region' },
  { type: 'Utility', path: '/forecast/v1/demand', parameter: 'tac_area' },
  { type: 'Horizon', path: '/v1/demand/forecast', parameter: 'horizon' },
  { type: 'Resolution', path: '/v1/demand/forecast', parameter: 'resolution' },
  { type: 'MarketRun', path: '/v1/demand/accuracy', parameter: 'run' },
] as const;

/** Parameters of form: the client reads JSON, and its rows. */
const FORMS = new Set(['format', 'resultformat']);

const HEAD = `// Made from /openapi.json by tooling/conformance/src/openapi/write-client-types.ts.

/** An instant: ISO 8601 text with an offset, or a Date. Where a range takes market days also \`2026-11-21\`. */
export type Instant = string | Date;
`;

/** The types of the client: query and answer of every endpoint that answers a key, or nobody in particular, with JSON. */
export function clientTypes(api: ApiDocument): string {
  const operations = api.operations.filter(isRead);
  const names = new Map(
    NAMED.map(({ type, path, parameter }) => {
      const found = operations.find((each) => each.path === path)?.parameters.find(({ name }) => name === parameter);
      return [(found?.schema.enum ?? []).map(literal).join(' | '), type] as const;
    }),
  );
  const aliases = [...names].map(([words, type]) => `export type ${type} = ${words};`);
  const endpoints = operations.map((operation) => endpointText(operation, names));
  return [
    HEAD,
    ...aliases,
    '',
    '/** Query and answer of every endpoint, by its path. Segments in braces are given with the query. */',
    'export interface Endpoints {',
    ...endpoints,
    '}',
    '',
  ].join('\n');
}

/** Surface B answers with reports: XML, CSV and ZIP are its forms, and JSON one of three. */
function isRead({ method, path, security, responses }: Operation): boolean {
  const isOfKeyOrNobody = security.every((each) => !('session' in each)) && !path.startsWith('/account');
  return method === 'GET' && isOfKeyOrNobody && !path.includes('oasis') && jsonSchema(responses) !== undefined;
}

function jsonSchema(responses: Operation['responses']): Schema | undefined {
  const schema = responses['200']?.content?.['application/json']?.schema;
  return schema && Object.keys(schema).some((key) => key === 'properties' || key === 'anyOf') ? schema : undefined;
}

type Names = ReadonlyMap<string, string>;

function endpointText({ path, parameters, responses }: Operation, names: Names): string {
  const query = parameters
    .filter(({ name }) => !FORMS.has(name))
    .map(({ name, required, description, schema }) => {
      const text = description ? `      /** ${description.replaceAll('*/', '')} */\n` : '';
      return `${text}      readonly ${name}${required ? '' : '?'}: ${parameterType(schema, names)};`;
    });
  const answer = typeOf(jsonSchema(responses)!, names, 4);
  const queryText = query.length === 0 ? 'Record<never, never>' : `{\n${query.join('\n')}\n    }`;
  return `  '${path}': {\n    readonly query: ${queryText};\n    readonly answer: ${answer};\n  };`;
}

function parameterType(schema: Parameter['schema'], names: Names): string {
  const { enum: words, examples = [], pattern } = schema;
  if (words) return union(words, names);
  if (schema['x-list']) return `readonly (${union(schema['x-list'], names)})[]`;
  if (examples.some((example) => /^\d{4}-?\d\d-?\d\dT/.test(example))) return 'Instant';
  if (!pattern) return 'string';
  const isNumber = new RegExp(pattern).test('1');
  return isNumber ? (examples.every((example) => /^\d+$/.test(example)) ? 'number' : 'number | string') : 'string';
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

function union(values: readonly unknown[], names: Names): string {
  const text = values.map(literal).join(' | ');
  return names.get(text) ?? text;
}

function typeOf(schema: Schema, names: Names, indent: number): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum, names);
  if (schema.anyOf) return unionOf(schema.anyOf, names, indent);
  if (schema.items) return `readonly ${arrayOf(typeOf(schema.items, names, indent))}`;
  if (schema.properties) return objectType(schema, names, indent);
  if (typeof schema.additionalProperties === 'object') {
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties, names, indent)}>>`;
  }
  const types = [schema.type ?? 'unknown'].flat().map((type) => (type === 'integer' ? 'number' : type));
  return types.map((type) => (type === 'object' ? 'Readonly<Record<string, unknown>>' : type)).join(' | ');
}

const arrayOf = (type: string): string =>
  /^[\w<>, ]+$/.test(type) || type.startsWith('{') ? `${type}[]` : `(${type})[]`;

/** Forms of one answer are one type, whose rows may have more; other alternatives are a union. */
function unionOf(forms: readonly Schema[], names: Names, indent: number): string {
  const [first] = forms;
  if (first?.properties) return typeOf(merged(forms), names, indent);
  return forms.map((form) => typeOf(form, names, indent)).join(' | ');
}

/** Objects whose \`data\` is of one kind as one object: what one of them may lack is optional. */
function merged(forms: readonly Schema[]): Schema {
  const [first] = forms as readonly [Schema];
  const same = forms.filter((form) => kindOf(form.properties?.['data']) === kindOf(first.properties?.['data']));
  const names = [...new Set(same.flatMap((form) => Object.keys(form.properties ?? {})))];
  const properties = names.map((name) => {
    const found = same.flatMap((form) => form.properties?.[name] ?? []);
    return [name, found.slice(1).reduce(mergedPair, found[0]!)] as const;
  });
  const required = names.filter((name) => same.every((form) => form.required?.includes(name)));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

function mergedPair(one: Schema, two: Schema): Schema {
  if (one.properties && two.properties) return merged([one, two]);
  if (one.items && two.items) return { ...one, items: mergedPair(one.items, two.items) };
  return one;
}

/** An object of arrays is `format=columns`; a list and an object with other members are rows. */
function kindOf(schema: Schema | undefined): string {
  if (schema?.items) return 'rows';
  if (!schema?.properties) return 'none';
  return Object.values(schema.properties).every(({ items }) => items !== undefined) ? 'columns' : 'object';
}

function objectType({ properties = {}, required = [] }: Schema, names: Names, indent: number): string {
  const inner = ' '.repeat(indent + 2);
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const text = schema.description ? `${inner}/** ${schema.description} */\n` : '';
    return `${text}${inner}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, names, indent + 2)};`;
  });
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}
