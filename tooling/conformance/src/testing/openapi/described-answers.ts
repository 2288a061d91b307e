import { type ApiDocument, describedFields, type Operation, servedFields } from '../../openapi/api-document.js';
import type { Answer } from '../../service.js';

/** Answers of an operation to its examples, by request. */
export type ExampleAnswers = readonly (readonly [asked: string, answer: Answer])[];

/**
 * Differences between an operation's answers to all of its examples and its description: another status, a body that is
 * not as described, and fields and headers that none of them has. Empty: in nothing.
 */
export function differencesOf(api: ApiDocument, operation: Operation, answers: ExampleAnswers): string[] {
  return [
    ...answers.flatMap(([asked, answer]) => wrongOf(api, operation, asked, answer)),
    ...unserved(operation, answers),
  ];
}

function wrongOf(api: ApiDocument, operation: Operation, asked: string, answer: Answer): string[] {
  try {
    api.requireDocumented(operation, answer);
    return answer.status === 200 ? [] : [`${asked} is answered with ${answer.status}`];
  } catch (difference) {
    return [`${asked}: ${(difference as Error).message}`];
  }
}

/** Described parts that are in no answer. */
function unserved({ path, responses }: Operation, answers: ExampleAnswers): string[] {
  const { content, headers = {} } = responses['200']!;
  // Examples have no unknown names; the fuzzing of the document does.
  const served = new Set(['x-ignored-parameters', 'warning']);
  for (const [, answer] of answers) {
    for (const name of Object.keys(answer.headers)) served.add(name);
    if (isJson(answer)) for (const field of servedFields(JSON.parse(answer.text))) served.add(field);
  }
  const described = [
    ...describedFields(content?.['application/json']?.schema ?? {}),
    ...Object.keys(headers).map((name) => name.toLowerCase()),
  ];
  return [...new Set(described.filter((field) => !served.has(field)))].map((field) => `${path} ${field}`);
}

export const isJson = ({ headers }: Answer): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;
const isCsv = ({ headers }: Answer): boolean => headers['content-type']?.startsWith('text/csv') ?? false;

/** A change of one field in all answers, by a name: `without .data[].p10`, `with more in .data[]`. */
export interface Mutation {
  readonly name: string;
  readonly changed: ExampleAnswers;
}

/** Mutations of JSON: each field of the answers removed, and one added beside it. Mutations of CSV with fixed columns: each column. */
export function mutationsOf(operation: Operation, answers: ExampleAnswers): Mutation[] {
  const json = answers.filter(([, answer]) => isJson(answer)).map(([, { text }]) => JSON.parse(text) as unknown);
  const fields = [...new Set(json.flatMap((body) => servedFields(body)))];
  const places = [...new Set(fields.map((field) => field.slice(0, field.lastIndexOf('.'))))];
  return [
    ...fields.map((field) => ({
      name: `without ${field}`,
      changed: inJson(answers, field, (at, name) => delete at[name]),
    })),
    ...places.map((place) => ({
      name: `with more in ${place || 'the body'}`,
      changed: inJson(answers, `${place}.added`, (at, name) => Object.assign(at, { [name]: 1 })),
    })),
    ...(operation.responses['200']?.content?.['text/csv']?.['x-columns'] ? columnMutations(answers) : []),
  ];
}

type Body = Record<string, unknown>;

function inJson(answers: ExampleAnswers, field: string, change: (at: Body, name: string) => unknown): ExampleAnswers {
  const cut = field.lastIndexOf('.');
  return answers.map(([asked, answer]) => {
    if (!isJson(answer)) return [asked, answer];
    const body = JSON.parse(answer.text) as unknown;
    for (const at of partsOf(body, '', field.slice(0, cut))) change(at, field.slice(cut + 1));
    return [asked, { ...answer, text: JSON.stringify(body) }];
  });
}

/** The objects of a body at a place, `.data[].actual`. */
function partsOf(body: unknown, path: string, place: string): Body[] {
  if (Array.isArray(body)) return body.flatMap((each) => partsOf(each, `${path}[]`, place));
  if (typeof body !== 'object' || body === null) return [];
  if (path === place) return [body as Body];
  return Object.entries(body).flatMap(([name, inner]) => partsOf(inner, `${path}.${name}`, place));
}

function columnMutations(answers: ExampleAnswers): Mutation[] {
  const headers = answers
    .filter(([, answer]) => isCsv(answer))
    .map(([, { text }]) => text.slice(0, text.indexOf('\n')));
  const names = [...new Set(headers.flatMap((header) => header.split(',')))];
  const inHeader = (change: (names: string[]) => string[]): ExampleAnswers =>
    answers.map(([asked, answer]) => {
      if (!isCsv(answer)) return [asked, answer];
      const [header, ...lines] = answer.text.split('\n');
      return [asked, { ...answer, text: [change(header!.split(',')).join(','), ...lines].join('\n') }];
    });
  return [
    ...names.map((name) => ({
      name: `without the column ${name}`,
      changed: inHeader((all) => all.filter((each) => each !== name)),
    })),
    { name: 'with a column more', changed: inHeader((all) => [...all, 'ADDED']) },
  ];
}
