import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { queryOf, type ScriptedServer, sendJson, startScriptedServer } from './scripted-server.js';

/** A row as the API gives it: by period and codes, with a value. */
export type FakeRow = Readonly<Record<string, string | number | null>> & { readonly period: string };

export interface FakeEiaOptions {
  /** Rows of `region-data`: period, respondent, type, value. */
  readonly region: readonly FakeRow[];
  /** Rows of `region-sub-ba-data`: period, parent, subba, value. */
  readonly subArea?: readonly FakeRow[];
  readonly apiKey?: string;
  /** API 2.1.6 and later write numbers as strings. Default true. */
  readonly asStrings?: boolean;
  /** Most rows a page, like EIA's 5,000. */
  readonly pageRows?: number;
}

export interface FakeEia extends ScriptedServer {
  readonly apiKey: string;
  /** Replaces the rows from the next request on. */
  setRows(rows: { readonly region?: readonly FakeRow[]; readonly subArea?: readonly FakeRow[] }): void;
}

/** EIA's API v2 on 127.0.0.1: filters, sorts and pages like the real one, with its warning and its changing types. */
export async function startFakeEia(options: FakeEiaOptions): Promise<FakeEia> {
  const { apiKey = 'fake-key-0123456789', asStrings = true, pageRows = 5_000 } = options;
  let { region, subArea = [] } = options;
  const server = await startScriptedServer((request, response) => {
    const query = queryOf(request);
    if (query.get('api_key') !== apiKey) {
      const code = query.has('api_key') ? 'API_KEY_INVALID' : 'API_KEY_MISSING';
      return sendJson(response, { error: { code, message: `no such key: ${query.get('api_key')}` } }, 403);
    }
    const path = (request.url ?? '').split('?')[0];
    if (path === '/v2/electricity/rto/region-data/data/') return page(request, response, region);
    if (path === '/v2/electricity/rto/region-sub-ba-data/data/') return page(request, response, subArea);
    return sendJson(response, { error: 'Not found.', code: 404 }, 404);
  });

  function page(request: IncomingMessage, response: ServerResponse, rows: readonly FakeRow[]): void {
    const query = queryOf(request);
    const found = sorted(rows.filter(rowTestOf(query)), query);
    const offset = Number(query.get('offset') ?? 0);
    const length = Math.min(pageRows, Number(query.get('length') ?? pageRows));
    const text = (value: string | number | null): string | number | null =>
      asStrings && typeof value === 'number' ? String(value) : value;
    const data = found.slice(offset, offset + length).map((row) => ({
      ...row,
      value: text(row['value'] ?? null),
      'value-units': 'megawatthours',
    }));
    const warnings = [
      { warning: 'incomplete return', description: 'The API can only return 5000 rows in JSON format.' },
    ];
    const body = {
      response: {
        ...(found.length > length ? { warnings } : {}),
        total: text(found.length),
        dateFormat: 'YYYY-MM-DD"T"HH24',
        frequency: 'hourly',
        data,
      },
      request: { params: { api_key: query.get('api_key') } }, // API 2.1.4 echoes the key
      apiVersion: '2.1.10',
    };
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      sendJson(response, body);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json;charset=utf-8', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(body)));
  }

  return {
    ...server,
    apiKey,
    setRows(rows) {
      region = rows.region ?? region;
      subArea = rows.subArea ?? subArea;
    },
  };
}

/** Whether a row is of the facets and of the hours that a query names. The query is read once for all rows. */
function rowTestOf(query: URLSearchParams): (row: FakeRow) => boolean {
  const facets = [...new Set(query.keys())]
    .filter((name) => name.startsWith('facets['))
    .map((name) => ({ field: name.slice(7, name.indexOf(']')), values: new Set(query.getAll(name)) }));
  const [start, end] = [query.get('start') ?? '', query.get('end')];
  return (row) =>
    row.period >= start &&
    (end === null || row.period <= end) &&
    facets.every(({ field, values }) => values.has(String(row[field])));
}

function sorted(rows: readonly FakeRow[], query: URLSearchParams): FakeRow[] {
  const columns: string[] = [];
  for (let i = 0; query.has(`sort[${i}][column]`); i++) columns.push(query.get(`sort[${i}][column]`)!);
  return [...rows].sort((a, b) => {
    for (const column of columns) {
      const [left, right] = [String(a[column]), String(b[column])];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  });
}

/** `2026-08-12T07`: the period of the hour that starts at `start`, named by its end. */
export function eiaPeriod(start: number): string {
  return new Date(start + 3_600_000).toISOString().slice(0, 13);
}
