import type { ErrorCode } from '@loadcast/core';
import type * as z from 'zod';

export interface AnswerDescription {
  /** The media type without parameters, such as `application/json`. */
  readonly type: string;
  /** What a JSON body is: every key, and no other. Absent: text or bytes. */
  readonly schema?: z.ZodType;
  /** The content of a body that is not JSON, or when this form is used. */
  readonly text?: string;
  /** Possible header rows of CSV whose columns are fixed. */
  readonly columns?: readonly (readonly string[])[];
}

/** What one endpoint takes and gives: everything that documents and their tests are made from. */
export interface EndpointDescription {
  /** Below the mount of its surface; `''` is the mount itself. `{name}` stands for a segment. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Unique, camelCase: a function of that name could ask it. */
  readonly name: string;
  readonly title: string;
  /** Paragraphs of Markdown without headings. */
  readonly notes?: readonly string[];
  /** Required credentials: none, an API key, or a session of the account page. */
  readonly access: 'public' | 'key' | 'session';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** What a body that is a file looks like, CSV. */
  readonly file?: string;
  /** Status of success; default 200. */
  readonly status?: number;
  readonly answers: readonly AnswerDescription[];
  /** Headers of success that other endpoints do not have. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Failures beyond the ones implied by access and parameters. */
  readonly errors?: readonly ErrorCode[];
  /** Format of the failures; default JSON. */
  readonly errorTypes?: readonly ('application/json' | 'application/xml')[];
  /** A wrong query is answered with status 200 and an error in the body: SingleZip. */
  readonly refusesIn200?: true;
  /** Whether answers have p10 and p90 where the plan includes them. Elsewhere a `Warning` says that they are missing. */
  readonly hasBounds?: true;
  /** Whether a known entity tag is answered with 304. */
  readonly conditional?: boolean;
  /** A value for each segment of `path` in braces, used in the examples. */
  readonly segmentExamples?: Readonly<Record<string, string>>;
  /** Queries without `?` that are answered with success. A test asks each. */
  readonly examples?: readonly string[];
}

export const ISSUE_HEADERS = {
  'X-Forecast-Issued-At': 'When the newest forecast in the answer was issued, UTC.',
} as const;

export const REPORT_HEADERS = {
  ...ISSUE_HEADERS,
  'X-Rows-Expected': 'Rows that the range has, for the areas and runs asked for.',
  'X-Rows-Missing': 'How many of them have no value.',
} as const;

/** On this day the dates in examples lie in the past few days; a service shows them moved to its own. */
export const EXAMPLES_WRITTEN_ON = '2026-11-21';
