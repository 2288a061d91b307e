import type { ReportDeps } from '@loadcast/core';
import { type AuthedRequest, type Prepared, type Route, readQuery, type SurfaceRequest } from '@loadcast/formats';
import type * as z from 'zod';

/** One report of surface B: a row of `REPORTS`. */
export interface Report {
  /** What `queryname` calls it, in capitals. */
  readonly queryname: string;
  /** Its route, once a query names it. */
  route(deps: ReportDeps): Route;
}

interface ReportSpec<S extends z.ZodObject> {
  readonly queryname: string;
  /** Its parameters beside `queryname`. */
  readonly query: S;
}

/** A report that needs a key: `prepare` sees the parameters as read, and whose plan to ask. */
export function keyedReport<S extends z.ZodObject>(
  spec: ReportSpec<S> & {
    prepare(deps: ReportDeps, query: z.output<S>, request: AuthedRequest): Prepared | Promise<Prepared>;
  },
): Report {
  return {
    queryname: spec.queryname,
    route: (deps) => ({
      access: 'key',
      prepare: (request) => spec.prepare(deps, readQuery(spec.query, request.query), request),
    }),
  };
}

/** A report that is the same for everyone and needs no key. */
export function publicReport<S extends z.ZodObject>(
  spec: ReportSpec<S> & { prepare(query: z.output<S>, request: SurfaceRequest): Prepared },
): Report {
  return {
    queryname: spec.queryname,
    route: () => ({
      access: 'public',
      prepare: (request) => spec.prepare(readQuery(spec.query, request.query), request),
    }),
  };
}
