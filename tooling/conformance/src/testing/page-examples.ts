import { addDays, DAY_MS } from '@loadcast/core';

/** One `curl` command of a page and the reply block that follows it. */
export interface PageExample {
  /** The command as written, without `curl`. */
  readonly command: string;
  /** Language of the reply block: `json`, `csv`, `xml` or `http` (header names). */
  readonly language: string;
  /** Second word of the reply block's info string; 200 when there is none. */
  readonly status: number;
  readonly reply: string;
}

/** Request line of a `curl` command. */
export interface CurlRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const FENCE = /^```(\w+)(?: (\d{3}))?\n([\s\S]*?)^```$/gm;

/**
 * The examples of a Markdown page: each `sh` block that holds one `curl` command, with the next fenced block as its reply.
 *
 * @throws {Error} a `curl` block is not followed by a reply block
 */
export function pageExamples(markdown: string): PageExample[] {
  const blocks = [...markdown.matchAll(FENCE)].map(([, language, status, text]) => ({
    language: language!,
    status: Number(status ?? 200),
    text: text!.trimEnd(),
  }));
  return blocks.flatMap(({ language, text }, i) => {
    if (language !== 'sh' || !text.startsWith('curl ')) return [];
    const reply = blocks[i + 1];
    if (!reply || reply.language === 'sh') throw new Error(`no reply block after: ${text}`);
    const command = text.slice('curl '.length).replaceAll('\\\n', ' ');
    return [{ command, language: reply.language, status: reply.status, reply: reply.text }];
  });
}

/** Replaces `$NAME` and splits a command into its URL and its `-H` headers. */
export function parseCurl(command: string, variables: Readonly<Record<string, string>>): CurlRequest {
  const filled = command.replace(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`no value for $${name}`);
    return value;
  });
  const words = [...filled.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  );
  const headers: Record<string, string> = {};
  let url: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '-H') {
      const [name, ...value] = words[++i]!.split(': ');
      headers[name!.toLowerCase()] = value.join(': ');
    } else if (!word.startsWith('-')) url = word;
  }
  if (url === undefined) throw new Error(`no address in: curl ${command}`);
  return { url, headers };
}

/** Moves every date of a URL by the days from `writtenOn` to `today`, so that a page need not change daily. */
export function shiftDates(url: string, writtenOn: string, today: string): string {
  const days = (Date.parse(`${today}T00:00Z`) - Date.parse(`${writtenOn}T00:00Z`)) / DAY_MS;
  return url.replace(/(20\d\d)(-?)(\d\d)\2(\d\d)/g, (_, year: string, dash: string, month: string, day: string) =>
    addDays(`${year}-${month}-${day}`, days).replaceAll('-', dash),
  );
}

/** Shape of a JSON value: keys and types, the elements of an array by its first. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** A shape with the lists empty that another has empty: whether a day has rows of that list is no promise. */
export function emptyAsIn(other: unknown, shape: unknown): unknown {
  if (Array.isArray(other) && Array.isArray(shape)) return other.length === 0 ? [] : shape;
  if (!isObject(other) || !isObject(shape)) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, emptyAsIn(other[key], inner)]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
