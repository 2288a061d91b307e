import type { CallOptions, Get } from './client-options.js';
import type { Instant } from './endpoints.generated.js';
import type { Answer, Query } from './endpoints.js';
import { LoadcastError } from './loadcast-error.js';
import { parseEpochMs } from './parse-epoch-ms.js';

const LONGEST_CALL_MS = 31 * 24 * 3600 * 1000;

const REST = { start: 'start', end: 'end', rows: 'data' } as const;

const RANGES = {
  '/v1/demand/forecast': REST,
  '/v1/demand/history': REST,
  '/v1/demand/compare': REST,
  '/v1/demand/drivers': REST,
  '/v1/demand/revisions': REST,
  '/forecast/v1/demand': { start: 'startdatetime', end: 'enddatetime', rows: 'forecast' },
} as const;

/** Endpoints whose rows can be read over ranges longer than one call allows. */
export type RangePath = keyof typeof RANGES;

type StartName<P extends RangePath> = (typeof RANGES)[P]['start'];
type EndName<P extends RangePath> = (typeof RANGES)[P]['end'];

/** A query with a range that may be longer than a call allows. */
export type LongRange<P extends RangePath> = Omit<Query<P>, StartName<P> | EndName<P>> &
  Record<StartName<P> | EndName<P>, Instant>;

type Rows<P extends RangePath> = (typeof RANGES)[P]['rows'];

export type RangeRow<P extends RangePath> =
  Answer<P> extends Readonly<Record<Rows<P>, readonly (infer Row)[]>> ? Row : never;

/** The rows of a range of any length; see `LoadcastClient.rows`. */
export async function* rowsOf<P extends RangePath>(
  get: Get,
  path: P,
  query: LongRange<P>,
  call: CallOptions | undefined,
): AsyncGenerator<RangeRow<P>> {
  const range = RANGES[path];
  const endMs = epochMs(range.end, query[range.end as EndName<P>]);
  let startMs = epochMs(range.start, query[range.start as StartName<P>]);
  let noData: LoadcastError | undefined;
  let hasRows = false;
  do {
    const partEndMs = Math.min(startMs + LONGEST_CALL_MS, endMs);
    const part = { ...query, [range.start]: new Date(startMs), [range.end]: new Date(partEndMs) };
    try {
      const answer = await get(path, part as object as Query<P>, call);
      const rows = (answer as Record<string, unknown>)[range.rows] as readonly RangeRow<P>[];
      hasRows ||= rows.length > 0;
      yield* rows;
    } catch (failure) {
      if (!(failure instanceof LoadcastError) || failure.code !== 'no_data') throw failure;
      noData = failure;
    }
    startMs = partEndMs;
  } while (startMs < endMs);
  if (noData && !hasRows) throw noData;
}

/** @throws {TypeError} where the text names no instant */
function epochMs(name: string, instant: Instant): number {
  const ms = instant instanceof Date ? instant.getTime() : parseEpochMs(instant);
  if (!Number.isNaN(ms)) return ms;
  throw new TypeError(`${name}: expected an ISO 8601 time with an offset, or a Date; got "${instant}"`);
}
