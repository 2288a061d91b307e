import { zipSync } from 'fflate';
import { readZip } from '../../documents.js';
import type { Answer, Ask } from '../../service.js';

/** A service with one thing wrong in all that it says: a proxy before a sound one. */
export interface WrongServer {
  /** The fault, in words. */
  readonly name: string;
  /** The check that notices it, or a prefix of check names of which one does. */
  readonly noticedBy: string;
  serve(sound: Ask): Ask;
}

/** A server that answers another question than it was asked. */
export const asking =
  (rewrite: (path: string) => string) =>
  (sound: Ask): Ask =>
  (path, options) =>
    sound(rewrite(path), options);

/** A server that changes its answers. */
export const answering =
  (change: (answer: Answer, path: string) => Answer) =>
  (sound: Ask): Ask =>
  async (path, options) =>
    change(await sound(path, options), path);

/** One wrong proxy before another. */
export const both =
  (first: (sound: Ask) => Ask, second: (sound: Ask) => Ask) =>
  (sound: Ask): Ask =>
    first(second(sound));

export const withText = (answer: Answer, text: string): Answer => ({ ...answer, text, bytes: Buffer.from(text) });

const inType = (type: string) => (change: (text: string, path: string) => string) =>
  answering((answer, path) =>
    answer.headers['content-type']?.startsWith(type) ? withText(answer, change(answer.text, path)) : answer,
  );
export const csv = inType('text/csv');
export const xml = inType('application/xml');
export const json = inType('application/json');

/** Changes one header; undefined removes it. */
export const header = (name: string, change: (value: string) => string | undefined) =>
  answering((answer) => {
    const value = answer.headers[name];
    if (value === undefined) return answer;
    const { [name]: _, ...rest } = answer.headers;
    const changed = change(value);
    return { ...answer, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
  });

/** Takes a header of the request away before it arrives. */
export const deafTo =
  (name: string, to: (value: string) => boolean = () => true) =>
  (sound: Ask): Ask =>
  (path, options = {}) => {
    const kept = Object.entries(options.headers ?? {}).filter(([each, value]) => each !== name || !to(value));
    return sound(path, { ...options, headers: Object.fromEntries(kept) });
  };

/** Changes the JSON body of successful answers to one path. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every endpoint, changed at will
export const body = (of: string, change: (parsed: any, path: string) => void) =>
  answering((answer, path) => {
    if (answer.status !== 200 || !path.startsWith(of) || answer.text === '') return answer;
    if (!answer.headers['content-type']?.startsWith('application/json')) return answer;
    const parsed = JSON.parse(answer.text);
    change(parsed, path);
    return withText(answer, JSON.stringify(parsed));
  });

type ChangeRows = (cells: string[][]) => string[][];

function changedRows(text: string, change: ChangeRows): string {
  const [head, ...lines] = text.trimEnd().split('\n');
  return `${[head, ...change(lines.map((line) => line.split(','))).map((cells) => cells.join(','))].join('\n')}\n`;
}

/** Changes the rows of a CSV, each a list of cells; the header row stays. */
export const rows = (of: RegExp, change: ChangeRows) =>
  csv((text, path) => (of.test(path) ? changedRows(text, change) : text));

/** Changes the rows of a CSV in a ZIP. */
export const zippedRows = (of: RegExp, change: ChangeRows) =>
  answering((answer, path) => {
    if (!of.test(path) || !answer.headers['content-type']?.startsWith('application/x-zip')) return answer;
    const { name, text } = readZip(answer.bytes);
    if (!name.endsWith('.csv')) return answer;
    return { ...answer, bytes: Buffer.from(zipSync({ [name]: Buffer.from(changedRows(text, change)) })) };
  });
