import { exampleTarget, type JsonSchema, jsonSchemaOf, parametersOf } from '@loadcast/formats';
import type { Block, Page } from './blocks.js';
import type { DocumentedEndpoint } from './documented.js';
import { failuresOf } from './failures.js';
import { tryItBlocks } from './try-it/try-it-form.js';

const ACCESS = {
  public: 'No key is needed.',
  key: 'Needs a key: `Authorization: Bearer <API_KEY>`.',
  session: 'Needs a session: the cookie that `POST /account/sign-in` sets.',
} as const;

/** The page of an endpoint. @param baseUrl address in its examples, `$BASE` in files */
export function endpointPage(endpoint: DocumentedEndpoint, baseUrl: string): Page {
  const { path, method = 'GET', title, notes = [], access, name } = endpoint;
  return {
    slug: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    title: `${method} ${path}`,
    summary: `${title}.`,
    blocks: [
      { kind: 'text', text: `${title}. ${ACCESS[access]}` },
      ...notes.map((text): Block => ({ kind: 'text', text })),
      ...parameterBlocks(endpoint),
      ...answerBlocks(endpoint),
      ...failureBlocks(endpoint),
      ...exampleBlocks(endpoint, baseUrl),
      ...tryItBlocks(endpoint),
    ],
  };
}

function parameterBlocks({ query, body }: DocumentedEndpoint): Block[] {
  const parameters = parametersOf(query).map(({ name, isRequired, schema, text }) => ({
    cells: [`\`${name}\``, isRequired ? 'yes' : '', allowed(schema), defaultOf(schema), text],
  }));
  const columns = ['Parameter', 'Required', 'Allowed', 'Default', 'Meaning'];
  return [
    ...(parameters.length === 0 ? [] : [heading('Parameters'), { kind: 'table' as const, columns, rows: parameters }]),
    ...(body ? [heading('Body (JSON)'), fieldTable(jsonSchemaOf(body, 'input'))] : []),
  ];
}

function allowed(schema: JsonSchema): string {
  const {
    enum: words,
    format,
    examples = [],
    pattern,
  } = schema as {
    readonly enum?: readonly string[];
    readonly format?: string;
    readonly examples?: readonly string[];
    readonly pattern?: string;
  };
  if (words) return words.map((word) => `\`${word}\``).join(' ');
  const example = examples[0] === undefined ? '' : `, as \`${examples[0]}\``;
  return `${format ?? (pattern ? 'text' : 'word')}${example}`;
}

const defaultOf = (schema: JsonSchema): string => (schema['default'] === undefined ? '' : `\`${schema['default']}\``);

function answerBlocks({ answers, status = 200, conditional }: DocumentedEndpoint): Block[] {
  const blocks: Block[] = [heading(`Answer: ${status}`)];
  for (const { type, schema, text } of answers) {
    blocks.push({ kind: 'text', text: text ? `\`${type}\`: ${text}` : `\`${type}\`` });
    if (schema) blocks.push(fieldTable(jsonSchemaOf(schema)));
  }
  if (conditional) blocks.push({ kind: 'text', text: 'A known `ETag` in `If-None-Match` gets 304, free of charge.' });
  return blocks;
}

function failureBlocks(endpoint: DocumentedEndpoint): Block[] {
  const rows = [...failuresOf(endpoint)].map(([status, codes]) => ({
    cells: [String(status), codes.map((code) => `[${code}](/docs/errors#${code})`).join(' ')],
  }));
  return [heading('Failures'), { kind: 'table', columns: ['HTTP', 'Codes'], rows }];
}

function exampleBlocks(endpoint: DocumentedEndpoint, baseUrl: string): Block[] {
  const { access, examples = [] } = endpoint;
  if (examples.length === 0) return [];
  const key = access === 'key' ? '-H "Authorization: Bearer $KEY" ' : '';
  const lines = examples.map((query) => `curl ${key}"${baseUrl}${exampleTarget(endpoint, query)}"`);
  return [heading('Examples'), { kind: 'code', language: 'sh', text: lines.join('\n') }];
}

const heading = (text: string): Block => ({ kind: 'heading', text });

interface DocumentedField {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

function fieldTable(schema: JsonSchema): Block {
  const rows = fieldsOf(schema, '').map(({ name, type, text }) => ({ cells: [`\`${name}\``, type, text] }));
  return { kind: 'table', columns: ['Field', 'Type', 'Meaning'], rows };
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
}

/** Every field below a schema, with its path: `data[].value_mw`. */
function fieldsOf(schema: JsonSchema, path: string): DocumentedField[] {
  const { properties = {}, required = [], items, anyOf } = schema as Shape;
  if (anyOf && !isNullable(anyOf)) {
    return anyOf.flatMap((each, i) => [
      { name: path || 'body', type: `form ${i + 1}`, text: '' },
      ...fieldsOf(each, path),
    ]);
  }
  if (items) return fieldsOf(items, `${path}[]`);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const optional = required.includes(name) ? '' : ', not always';
    const { description = '' } = inner as Shape;
    return [{ name: at, type: `${typeOf(inner)}${optional}`, text: description }, ...fieldsOf(inner, at)];
  });
}

const isNullable = (forms: readonly JsonSchema[]): boolean => forms.some((form) => (form as Shape).type === 'null');

function typeOf(schema: JsonSchema): string {
  const { type, enum: words, const: only, format, anyOf } = schema as Shape;
  if (only !== undefined) return `\`${only}\``;
  if (words) return words.map((word) => `\`${word}\``).join(' ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  return format ?? [type ?? 'value'].flat().join(' or ');
}
