import type { CallOptions, ClientOptions, Get } from './client-options.js';
import { type EventOptions, type EventQuery, eventsOf, type ServiceEvent } from './events/events.js';
import { fetchBytes, fetchJson, postText } from './fetch-json.js';
import { KeptAnswers } from './kept-answers.js';
import { type LongRange, type RangePath, type RangeRow, rowsOf } from './long-range.js';
import { urlOf } from './url.js';

/** The client of one service with one key. */
export interface LoadcastClient {
  readonly get: Get;
  /**
   * The rows of a range of any length, oldest first, a call for each 31 days. Parts without data have no rows.
   * @throws {LoadcastError} like `get`; `no_data` where no part has any
   */
  rows<P extends RangePath>(path: P, query: LongRange<P>, call?: CallOptions): AsyncGenerator<RangeRow<P>>;
  /**
   * The bytes of a monthly file, by the `path` that `/v1/bulk` lists.
   * @throws {LoadcastError} like `get`
   */
  file(path: string, call?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Hands in a forecast, CSV, NDJSON or a JSON array, and gives the receipt. @throws {LoadcastError} like `get` */
  submit(
    forecaster: string,
    rows: string,
    query?: { readonly region?: string; readonly unit?: string },
    call?: CallOptions,
  ): Promise<{ readonly data: Readonly<Record<string, unknown>> }>;
  /**
   * What happens at the service, until the loop is left or `signal` is aborted. A stream that ends or is lost is opened again
   * after the last event: within 24 hours none is missed, and none comes twice.
   * @throws {LoadcastError} for a refusal that does not pass, and after `retries` failures in a row
   */
  events(query?: EventQuery, call?: EventOptions): AsyncGenerator<ServiceEvent>;
}

/**
 * A client of a Loadcast service.
 *
 * @throws {TypeError} when `baseUrl` is not an http or https address
 */
export function createClient(options: ClientOptions): LoadcastClient {
  const kept = new KeptAnswers(options.keptLength ?? 4_000_000);
  const to = (path: string, query: object, call: CallOptions | undefined) => {
    return { url: urlOf(options.baseUrl, path, query), options, signal: call?.signal };
  };
  const get: Get = async (path, query, call) => fetchJson(to(path, query ?? {}, call), kept);
  urlOf(options.baseUrl, '/v1/health', {});
  return {
    get,
    rows: (path, query, call) => rowsOf(get, path, query, call),
    file: (path, call) => fetchBytes(to(path, {}, call)),
    submit: (id, rows, query, call) => postText(to('/account/forecasters/{id}/runs', { id, ...query }, call), rows),
    events: (query = {}, call = {}) => eventsOf(options, query, call),
  };
}
