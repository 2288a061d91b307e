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
import { correctClocks } from '../eia930/correct-clocks.js';
import { createUpstreamClient, type UpstreamClientOptions } from '../http/upstream-client.js';
import { UpstreamError } from '../http/upstream-error.js';
import { regionSeries, subAreaSeries } from './observations.js';
import { createQuarantine } from './quarantine.js';
import { EIA_TABLES, facets, hourlyFilters, splitSeries } from './question.js';
import { readAllPages } from './read-all-pages.js';
import { type RegionRow, regionRow, type SubAreaRow, subAreaRow } from './reply-schema.js';

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
