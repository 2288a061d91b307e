import type { ReportDeps } from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  namesOf,
  type Preparation,
  type Prepared,
  type Route,
  readQuery,
  type SurfaceRequest,
} from '@loadcast/formats';
import type * as z from 'zod';

/** One report of surface B: a row of `REPORTS`. */
export interface Report {
  /** What `queryname` calls it, in capitals. */
  readonly queryname: string;
  /** A one-line title. */
  readonly title: string;
  /** Queries without `queryname` that the description shows. `RANGE` in report-query.ts is their range. */
  readonly examples: readonly string[];
  /** Its parameters beside `queryname`. */
  readonly query: z.ZodObject;
  /** Its JSON. */
  readonly answer: z.ZodType;
  /** The header rows that its CSV may have. */
  readonly columns: readonly (readonly string[])[];
  /** The names of its parameters, `queryname` among them. */
  readonly parameters: readonly string[];
  /** Its route, once a query names it. */
  route(deps: ReportDeps): Route;
}

type ReportSpec<S extends z.ZodObject> = Pick<Report, 'queryname' | 'title' | 'answer' | 'columns' | 'examples'> & {
  readonly query: S;
};

function describeReport<S extends z.ZodObject>({ queryname, title, query, answer, columns, examples }: ReportSpec<S>) {
  return { queryname, title, query, answer, columns, examples, parameters: ['queryname', ...namesOf(query)] };
}

/** A report that needs a key: `prepare` sees the parameters as read. */
export function keyedReport<S extends z.ZodObject>(
  spec: ReportSpec<S> & {
    shows(query: z.output<S>, request: AuthedRequest): Sight;
    prepare(deps: ReportDeps, query: z.output<S>, request: AuthedRequest): Preparation | Promise<Prepared>;
  },
): Report {
  const report = describeReport(spec);
  return {
    ...report,
    route: (deps) => ({
      access: 'key',
      pattern: '',
      parameters: report.parameters,
      isKept: true,
      read: (request) => {
        const query = readQuery(spec.query, request);
        return { shows: spec.shows(query, request), prepare: () => spec.prepare(deps, query, request) };
      },
    }),
  };
}

/** A report that is the same for everyone and needs no key. */
export function publicReport<S extends z.ZodObject>(
  spec: ReportSpec<S> & { prepare(query: z.output<S>, request: SurfaceRequest): Prepared },
): Report {
  const report = describeReport(spec);
  return {
    ...report,
    route: () => ({
      access: 'public',
      pattern: '',
      parameters: report.parameters,
      prepare: (request) => spec.prepare(readQuery(spec.query, request), request),
    }),
  };
}
