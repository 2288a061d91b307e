import {
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type IncomingSeries,
  isAmong,
  type LoadSource,
  type Observations,
  type SeriesKey,
  type Window,
} from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import type { z } from 'zod';
import { correctClocks } from '../eia930/correct-clocks.js';
import { createUpstreamClient, type UpstreamClient, type UpstreamClientOptions } from '../http/upstream-client.js';
import { UpstreamError } from '../http/upstream-error.js';
import { regionSeries, subAreaSeries } from './observations.js';
import { createQuarantine, isAnotherShape, type Quarantine, type RawRow } from './quarantine.js';
import { buildQuery, EIA_TABLES, type EiaQuestion, facets, hourlyFilters, splitSeries } from './question.js';
import { pageReply, type RegionRow, regionRow, type SubAreaRow, subAreaRow } from './reply-schema.js';

export interface EiaApiOptions extends Omit<UpstreamClientOptions, 'name' | 'baseUrl'> {
  readonly apiKey: string;
  /** Default https://api.eia.gov; http only to this machine. */
  readonly baseUrl?: string;
  /** What to ask for and keep: `wantedSeries`. */
  readonly wanted: readonly SeriesKey[];
  /** Move hours that EIA is known to label wrongly. Default true. */
  readonly clockCorrections?: boolean;
  readonly pageRows?: number;
}

/** EIA keeps a key's burst under five requests a second. */
const SPACING_MS = 250;
/** Deadline of one page: EIA took up to 36 s for 5,000 rows. */
const DEADLINE_MS = 90_000;

/**
 * EIA's API v2: reported load and the operators' own forecasts of authorities, and load of their sub-areas.
 *
 * A fetch is whole or fails. It holds nothing between fetches: what of a reply is new, ingest finds out.
 *
 * @throws {RangeError} the base address is neither https nor on this machine
 */
export function eiaApiSource(options: EiaApiOptions): LoadSource & { close(): Promise<void> } {
  const { apiKey, baseUrl = 'https://api.eia.gov', wanted, clockCorrections = true, pageRows } = options;
  const client = createUpstreamClient({
    spacingMs: SPACING_MS,
    deadlineMs: DEADLINE_MS,
    maxBytes: LIMITS.eia_reply_bytes.bound,
    ...options,
    name: 'EIA',
    baseUrl,
  });
  const keeps = isAmong(wanted);
  const series = [...new Set(wanted.map((key) => key.series))];
  const { authorities, parents } = splitSeries(series);

  async function fetch(window: Window, _now: EpochMs, signal: AbortSignal): Promise<Observations> {
    const quarantine = createQuarantine(apiKey);
    // Periods name the end of an hour; one more on each side, because moved hours come from their neighbors.
    const hours = hourlyFilters(window.start, window.end + HOUR_MS);
    const paging = { apiKey, signal, quarantine, ...(pageRows === undefined ? {} : { pageRows }) };
    const regions = await readAllPages(client, {
      ...paging,
      ...EIA_TABLES.region,
      row: regionRow,
      filters: [...hours, ...facets('respondent', authorities), ...facets('type', ['D', 'DF'])],
    });
    const subAreas =
      parents.length === 0
        ? []
        : await readAllPages(client, {
            ...paging,
            ...EIA_TABLES.subArea,
            row: subAreaRow,
            filters: [...hours, ...facets('parent', parents)],
          });
    const { series: read, stubHours } = regionSeries(regions, keeps);
    const absent = absentSeries(regions, subAreas);
    return corrected([...read, ...subAreaSeries(subAreas, keeps)], {
      stub_hours_left_out: stubHours,
      ...(absent.length > 0 && { series_without_rows: absent.join(' ') }),
      ...quarantine.provenance(),
    });
  }

  /** Series that were requested and of which no row came. @throws {UpstreamError} `unexpected`: rows came, of other series alone */
  function absentSeries(regions: readonly RegionRow[], subAreas: readonly SubAreaRow[]): readonly string[] {
    const came = new Set(regions.map(({ respondent }) => respondent));
    for (const { parent, subba } of subAreas) came.add(`${parent}-${subba}`);
    const absent = series.filter((id) => !came.has(id));
    if (came.size === 0 || absent.length < series.length) return absent;
    const words = `rows of ${[...came].slice(0, 3).join(', ')} came, and none of a series that was requested`;
    throw new UpstreamError('EIA', 'unexpected', words);
  }

  function corrected(read: readonly IncomingSeries[], provenance: Observations['provenance']): Observations {
    const results = read.map((run) => (clockCorrections ? correctClocks(run) : { series: run, movedHours: 0 }));
    const movedHours = results.reduce((sum, result) => sum + result.movedHours, 0);
    return {
      source: 'eia-api',
      provenance: {
        clock_corrections: clockCorrections,
        clock_moved_hours: movedHours,
        ...provenance,
      },
      series: results.map((result) => result.series),
    };
  }

  return { name: 'eia-api', pieceMs: DAY_MS, fetch, close: client.close };
}

/** EIA's own limit for JSON. */
const PAGE_ROWS = 5_000;
const RESTARTS = 3;

interface PagedQuestion<T extends object> extends EiaQuestion {
  readonly route: string;
  readonly row: z.ZodType<T>;
  readonly signal: AbortSignal;
  /** Where rows that are not as documented go. */
  readonly quarantine: Quarantine;
  readonly pageRows?: number;
}

/**
 * Reads every row of a question, except quarantined rows. While EIA publishes, rows shift between pages and `total`
 * moves: then the pages do not fit together, and reading starts again.
 *
 * @throws {UpstreamError} `moving` when the rows never held still; `unexpected` when more than a hundredth of a page is
 *   not as documented; any error of a single page
 */
async function readAllPages<T extends object>(client: UpstreamClient, question: PagedQuestion<T>): Promise<T[]> {
  for (let start = 0; start <= RESTARTS; start++) {
    const pages = await readOnce(client, question);
    if (pages) return pages.flatMap((page) => checkedRows(page, question));
  }
  throw new UpstreamError('EIA', 'moving', 'the rows changed while they were read, again and again');
}

async function readOnce<T extends object>(
  client: UpstreamClient,
  question: PagedQuestion<T>,
): Promise<RawRow[][] | undefined> {
  const pageRows = question.pageRows ?? PAGE_ROWS;
  const pages: RawRow[][] = [];
  let count = 0;
  let total: number | undefined;
  for (;;) {
    const query = buildQuery(question, count, pageRows);
    const page = (await client.getJson({ path: question.route, query, schema: pageReply, signal: question.signal }))
      .response;
    const { data } = page;
    if (data.length > pageRows) throw new UpstreamError('EIA', 'unexpected', `a page has more than ${pageRows} rows`);
    const isFirst = total === undefined;
    total ??= page.total;
    if (page.total !== total || (!isFirst && isOutOfOrder(pages.at(-1)!, data, question.sort))) return undefined;
    pages.push(data);
    count += data.length;
    const isIncomplete = page.warnings?.some(({ warning }) => warning === 'incomplete return') ?? false;
    if (count > total || (data.length === 0 && count < total)) return undefined;
    if (isIncomplete && total <= pageRows) return undefined;
    if (count === total) return pages;
  }
}

/** The rows of a page that are as documented; the others go to quarantine. @throws {UpstreamError} `unexpected` */
function checkedRows<T extends object>(page: readonly RawRow[], { row, quarantine }: PagedQuestion<T>): T[] {
  const odd: RawRow[] = [];
  const rows = page.flatMap((raw): T[] => {
    const parsed = row.safeParse(raw);
    if (!parsed.success) odd.push(raw);
    return parsed.success ? [parsed.data] : [];
  });
  if (isAnotherShape(odd.length, page.length)) {
    throw new UpstreamError('EIA', 'unexpected', `${odd.length} of ${page.length} rows are not as documented`);
  }
  odd.forEach(quarantine.add);
  return rows;
}

function isOutOfOrder(before: readonly RawRow[], after: readonly RawRow[], sort: readonly string[]): boolean {
  const [last, first] = [before.at(-1), after[0]];
  if (last === undefined || first === undefined) return false;
  for (const column of sort) {
    if (first[column] !== last[column]) return String(first[column]) < String(last[column]);
  }
  return false;
}
