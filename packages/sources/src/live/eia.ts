import { clockLagHours, DAY_MS, type EpochMs, HOUR_MS, type Measure } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { CLOCK_FAULTS } from '../eia930/clock-faults.data.js';
import { regionSeries } from '../eia930-api/observations.js';
import { buildQuery, EIA_TABLES, facets, hourlyFilters, splitSeries } from '../eia930-api/question.js';
import { pageReply, regionRow, subAreaRow } from '../eia930-api/reply-schema.js';
import { type Assumption, checkAll, describeRefusal, type LiveReport } from './assumption.js';
import { createAsker, type Exchange } from './exchange.js';

export interface LiveEiaOptions {
  readonly apiKey: string;
  readonly baseUrl?: string;
  /** Authorities and sub-areas that are followed, by series: `CISO`, `CISO-PGAE`. */
  readonly series: readonly string[];
  readonly now: EpochMs;
}

interface EiaReplies {
  /** Two pages of five rows, of one question. */
  readonly pages: readonly [Exchange, Exchange];
  /** Two days of every authority, and of every sub-area. */
  readonly authorities: Exchange;
  readonly subAreas: Exchange;
  /** A month of the authorities with a clock fault that has not ended. */
  readonly month: Exchange;
  readonly series: readonly string[];
  readonly now: EpochMs;
}

const PAGE_ROWS = 5;
/** Longest usual delay of an hour after its end, except on days when EIA is late. */
const LATEST_MS = DAY_MS;

/** Whose clock faults have no end in the table. */
const FAULTY = [...new Set(CLOCK_FAULTS.filter(({ to }) => to === null).map(({ series }) => series))].filter(
  (series) => !series.includes('-'),
);

const ASSUMPTIONS: readonly Assumption<EiaReplies>[] = [
  {
    name: 'status',
    expected: 'the key is accepted: status 200 with JSON, no redirect',
    difference: ({ pages, authorities, subAreas, month }) =>
      [...pages, authorities, subAreas, month].map(describeRefusal).find((refusal) => refusal !== undefined),
  },
  {
    name: 'paging',
    expected: 'a page has as many rows as requested, and total counts the rows of all pages',
    difference({ pages }) {
      const [one, other] = pages.map(parsePage);
      if (one!.data.length !== PAGE_ROWS) return `${one!.data.length} rows of ${PAGE_ROWS} that were asked for`;
      if (one!.total <= PAGE_ROWS) return `total is ${one!.total} where more rows are there`;
      return one!.total === other!.total
        ? undefined
        : `total is ${one!.total} on one page, ${other!.total} on the next`;
    },
  },
  {
    name: 'order',
    expected: 'rows are sorted by period, respondent and type, and no row is on two pages',
    difference({ pages }) {
      const names = pages.flatMap((page) =>
        parsePage(page).data.map(
          (row) => `${String(row['period'])} ${String(row['respondent'])} ${String(row['type'])}`,
        ),
      );
      const at = names.findIndex((name, i) => i > 0 && name <= names[i - 1]!);
      return at < 0 ? undefined : `${names[at]} comes after ${names[at - 1]}`;
    },
  },
  {
    name: 'rows',
    expected: 'period, respondent, type, a value that is a number, text of one or null, in megawatthours',
    difference: ({ authorities, subAreas }) =>
      oddRow(parsePage(authorities).data, regionRow) ?? oddRow(parsePage(subAreas).data, subAreaRow),
  },
  {
    name: 'codes',
    expected: 'every authority and sub-area that is followed has rows of the last two days',
    difference({ authorities, subAreas, series }) {
      const there = new Set([
        ...parsePage(authorities).data.map((row) => String(row['respondent'])),
        ...parsePage(subAreas).data.map((row) => `${String(row['parent'])}-${String(row['subba'])}`),
      ]);
      const missing = series.filter((code) => !there.has(code));
      return missing.length === 0 ? undefined : `no rows of ${missing.join(', ')}`;
    },
  },
  {
    name: 'stamps',
    expected: 'a period is UTC and names the end of its hour: the newest load ended lately, and not in the future',
    difference({ authorities, now }) {
      const ends = parsePage(authorities)
        .data.filter((row) => row['type'] === 'D' && row['value'] !== null)
        .map((row) => parseEpochMs(`${String(row['period'])}:00Z`));
      const newest = ends.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      if (newest > now) return `the newest load ends at ${new Date(newest).toISOString()}, which is to come`;
      return newest >= now - LATEST_MS
        ? undefined
        : `the newest load ended ${Math.round((now - newest) / HOUR_MS)} h ago`;
    },
  },
  {
    name: 'clock faults',
    expected: `load and forecast of ${FAULTY.join(' and ')} are as far apart as clock-faults.data.ts says`,
    difference({ month, now }) {
      const { series } = regionSeries(
        parsePage(month).data.map((row) => regionRow.parse(row)),
        () => true,
      );
      const of = (id: string, measure: Measure) =>
        series.find(({ key }) => key.series === id && key.measure === measure);
      const found = FAULTY.flatMap((id) => {
        const [load, forecast] = [of(id, 'demand'), of(id, 'day_ahead_forecast')];
        const lag = load && forecast && clockLagHours(load, forecast);
        const expected = shiftOf(id, 'day_ahead_forecast', now) - shiftOf(id, 'demand', now);
        if (lag === expected) return [];
        const text = lag === undefined ? 'too few hours to say' : `load is ${lag} h behind its forecast`;
        return [`${id}: ${text}, ${expected} h by the table`];
      });
      return found.length === 0 ? undefined : found.join('; ');
    },
  },
];

/** Asks the EIA's API five small questions and compares the answers with what `eiaApiSource` takes for granted. */
export async function checkEia(options: LiveEiaOptions): Promise<LiveReport> {
  const { apiKey, baseUrl = 'https://api.eia.gov', series, now } = options;
  const asker = createAsker({ upstream: 'eia', baseUrl, secret: apiKey });
  const { authorities, parents } = splitSeries(series);
  const ask = (
    { route, sort }: (typeof EIA_TABLES)[keyof typeof EIA_TABLES],
    start: EpochMs,
    filters: ReturnType<typeof facets>,
    [offset, rows]: readonly [number, number] = [0, 5_000],
  ) => {
    const question = { filters: [...hourlyFilters(start, now + 2 * DAY_MS), ...filters], sort, apiKey };
    return asker.ask(route, buildQuery(question, offset, rows));
  };
  const region = (ids: readonly string[], types: readonly string[]) => [
    ...facets('respondent', ids),
    ...facets('type', types),
  ];
  const since = now - 2 * DAY_MS;
  const faulty = region(FAULTY, ['D', 'DF']);
  try {
    const pages = [
      await ask(EIA_TABLES.region, since, faulty, [0, PAGE_ROWS]),
      await ask(EIA_TABLES.region, since, faulty, [PAGE_ROWS, PAGE_ROWS]),
    ] as const;
    const replies = {
      pages,
      authorities: await ask(EIA_TABLES.region, since, region(authorities, ['D'])),
      subAreas: await ask(EIA_TABLES.subArea, since, facets('parent', parents)),
      month: await ask(EIA_TABLES.region, now - 31 * DAY_MS, faulty),
    };
    const exchanges = [...pages, replies.authorities, replies.subAreas, replies.month];
    return { checks: checkAll('eia', ASSUMPTIONS, { ...replies, series, now }), exchanges };
  } finally {
    await asker.close();
  }
}

function parsePage({ body }: Exchange) {
  return pageReply.parse(JSON.parse(body)).response;
}

function oddRow(
  rows: readonly unknown[],
  schema: { safeParse(row: unknown): { readonly success: boolean } },
): string | undefined {
  const odd = rows.find((row) => !schema.safeParse(row).success);
  return odd === undefined ? undefined : `a row is ${JSON.stringify(odd).slice(0, 200)}`;
}

/** What the table adds to the labels of a series now, hours. */
function shiftOf(series: string, measure: Measure, now: EpochMs): number {
  const fault = CLOCK_FAULTS.find(
    (row) =>
      row.series === series &&
      row.measures.includes(measure) &&
      parseEpochMs(row.from) <= now &&
      (row.to === null || now < parseEpochMs(row.to)),
  );
  return fault?.shiftHours ?? 0;
}
