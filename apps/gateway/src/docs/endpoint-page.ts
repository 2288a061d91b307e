import { exampleTarget, type JsonSchema, jsonSchemaOf, parametersOf } from '@loadcast/formats';
import type { Block, Page } from './blocks.js';
import type { DocumentedEndpoint } from './documented.js';
import { EXAMPLE_ANSWERS } from './example-answers.generated.js';
import { failuresOf } from './failures.js';
import { tryItBlocks } from './try-it/try-it-form.js';

const ACCESS = {
  public: 'No key is needed.',
  key: 'Needs a key: `Authorization: Bearer <API_KEY>`.',
  session: 'Needs a session: the cookie that `POST /account/sign-in` sets.',
} as const;

export function endpointPage(endpoint: DocumentedEndpoint, baseUrl: string): Page {
  const { path, method = 'GET', title, notes = [], access, name } = endpoint;
  return {
    slug: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    title: `${method} ${path}`,
    summary: `${title}.`,
    blocks: [
      { kind: 'text', text: `${title}. ${ACCESS[access]}` },
      { kind: 'form', html: '<div class="sample"><div>' },
      ...sampleBlocks(endpoint, baseUrl),
      { kind: 'form', html: '</div><div>' },
      ...tryItBlocks(endpoint),
      { kind: 'form', html: '</div></div>' },
      ...notes.map((text): Block => ({ kind: 'text', text })),
      ...parameterBlocks(endpoint),
      ...answerBlocks(endpoint),
      ...failureBlocks(endpoint),
      ...exampleBlocks(endpoint, baseUrl),
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
    ...(body ? [heading('Body (JSON)'), fieldTable(fieldsOf(jsonSchemaOf(body, 'input'), ''))] : []),
  ];
}

function allowed({ enum: words, format, examples = [], pattern }: JsonSchema): string {
  if (words) return words.map((word) => `\`${word}\``).join(' ');
  const example = examples[0] === undefined ? '' : `, as \`${examples[0]}\``;
  return `${format ?? (pattern ? 'text' : 'word')}${example}`;
}

const defaultOf = (schema: JsonSchema): string => (schema['default'] === undefined ? '' : `\`${schema['default']}\``);

/** A request that can be copied, and the first rows of its answer. */
function sampleBlocks(endpoint: DocumentedEndpoint, baseUrl: string): Block[] {
  const { examples = [], name } = endpoint;
  if (examples[0] === undefined) return [];
  const answer = EXAMPLE_ANSWERS[name];
  return [
    { kind: 'code', language: 'sh', text: curlOf(endpoint, examples[0], baseUrl) },
    ...(answer === undefined ? [] : [{ kind: 'code' as const, language: 'json', text: sampleText(answer) }]),
  ];
}

const sampleText = (answer: unknown): string =>
  JSON.stringify(answer, null, 2).replace(/\{\n[^{}[\]]*\}/g, (object) => {
    const line = object.replace(/\s*\n\s*/g, ' ');
    return line.length <= LONGEST_LINE ? line : object;
  });

const LONGEST_LINE = 110;

function curlOf(endpoint: DocumentedEndpoint, query: string, baseUrl: string): string {
  const key = endpoint.access === 'key' ? '-H "Authorization: Bearer $KEY" ' : '';
  return `curl -sS --fail-with-body ${key}"${baseUrl}${exampleTarget(endpoint, query)}"`;
}

/** Each field once, with its meaning; what another form of the answer has besides is opened when it is wanted. */
function answerBlocks({ answers, status = 200, conditional }: DocumentedEndpoint): Block[] {
  const blocks: Block[] = [heading(`Answer: ${status}`)];
  const told = new Set<string>();
  for (const [index, { type, schema, text }] of answers.entries()) {
    const named: Block = { kind: 'text', text: text ? `\`${type}\`: ${text}` : `\`${type}\`` };
    const forms = schema ? formsOf(jsonSchemaOf(schema)) : [];
    for (const [at, form] of forms.entries()) {
      const fields = fieldsOf(form, '').filter(({ name }) => !told.has(leafOf(name)));
      for (const { name } of fields) told.add(leafOf(name));
      if (fields.length === 0) continue;
      const isFirst = index === 0 && at === 0;
      blocks.push(...(isFirst ? [named, fieldTable(fields)] : [moreOf(type, fields)]));
    }
    if (index > 0 || forms.length === 0) blocks.push(named);
  }
  if (conditional) blocks.push({ kind: 'text', text: 'A known `ETag` in `If-None-Match` gets 304, free of charge.' });
  return blocks;
}

const moreOf = (type: string, fields: readonly DocumentedField[]): Block => ({
  kind: 'more',
  summary: `${fields.length} more ${fields.length === 1 ? 'field' : 'fields'} of other parameters and forms, ${type}`,
  blocks: [fieldTable(fields)],
});

function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return anyOf && !isNullable(anyOf) ? anyOf.flatMap(formsOf) : [schema];
}

/** A field by its place, whether rows are a list or columns: `data.value_mw`. */
const leafOf = (name: string): string => name.replaceAll('[]', '');

function failureBlocks(endpoint: DocumentedEndpoint): Block[] {
  const rows = [...failuresOf(endpoint)].map(([status, codes]) => ({
    cells: [String(status), codes.map((code) => `[${code}](/docs/errors#${code})`).join(' ')],
  }));
  return [heading('Failures'), { kind: 'table', columns: ['HTTP', 'Codes'], rows }];
}

function exampleBlocks(endpoint: DocumentedEndpoint, baseUrl: string): Block[] {
  const lines = (endpoint.examples ?? []).slice(1).map((query) => curlOf(endpoint, query, baseUrl));
  return lines.length === 0 ? [] : [heading('More examples'), { kind: 'code', language: 'sh', text: lines.join('\n') }];
}

const heading = (text: string): Block => ({ kind: 'heading', text });

interface DocumentedField {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** Quantiles but p10 and p90, of which a row would follow a row. */
const QUANTILE = /\.p(?!10$|90$)\d\d$/;

function fieldTable(all: readonly DocumentedField[]): Block {
  const quantile = all.find(({ name }) => QUANTILE.test(name));
  const fields = all.flatMap((field): DocumentedField[] => {
    if (field === quantile)
      return [{ ...field, name: `${field.name} … p95`, text: 'Quantiles that `quantiles` names, MW.' }];
    return QUANTILE.test(field.name) ? [] : [field];
  });
  const rows = fields.map(({ name, type, text }) => ({ cells: [`\`${name}\``, type, text] }));
  return { kind: 'table', columns: ['Field', 'Type', 'Meaning'], rows };
}

/** Every field below a schema, with its path: `data[].value_mw`. */
function fieldsOf({ properties = {}, required = [], items, anyOf }: JsonSchema, path: string): DocumentedField[] {
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
    return [{ name: at, type: `${typeOf(inner)}${optional}`, text: inner.description ?? '' }, ...fieldsOf(inner, at)];
  });
}

const isNullable = (forms: readonly JsonSchema[]): boolean => forms.some(({ type }) => type === 'null');

function typeOf({ type, enum: words, const: only, format, anyOf }: JsonSchema): string {
  if (only !== undefined) return `\`${only}\``;
  if (words) return words.map((word) => `\`${word}\``).join(' ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  return format ?? [type ?? 'value'].flat().join(' or ');
}
