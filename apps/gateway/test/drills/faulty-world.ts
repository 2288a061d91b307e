import { createServer } from 'node:http';
import {
  AREAS,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  DAY_MS,
  type EpochMs,
  findPlan,
  floorToHour,
  HOUR_MS,
  ingestActuals,
  wantedSeries,
} from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { answerRequest, listenWith, SERVER_OPTIONS } from '@loadcast/formats/node';
import { type ForecastRunner, openForecastRunner } from '@loadcast/service';
import { eiaApiSource } from '@loadcast/sources/eia930-api';
import { eiaPeriod, type FakeEia, type FakeRow, startFakeEia } from '@loadcast/sources/testing';
import { openSqliteStore, type SqliteStore, verifyStore } from '@loadcast/storage/sqlite';
import { createSurfaceA } from '@loadcast/surface-a';
import { createSurfaceB } from '@loadcast/surface-b';
import { createMonitor, type Monitor } from '../../../../packages/service/src/monitors/monitor.js';
import { createService, type Service } from '../../../../packages/service/src/schedule/service.js';
import type { Issued, Polled } from '../../../../packages/service/src/schedule/service-observer.js';

/** What the fake EIA says of an hour of a series; undefined: no row. */
export type Said = (series: string, start: EpochMs) => number | string | null | undefined;

/** Service and surfaces over a store in a folder, behind a fake EIA, at a time of its own. */
export interface FaultyWorld {
  readonly eia: FakeEia;
  readonly store: SqliteStore;
  readonly service: Service;
  readonly monitor: Monitor;
  readonly polls: Polled[];
  readonly issues: Issued[];
  /** The clock, the runner, and whether the upstream is given up soon: all may be set. */
  readonly set: { now: EpochMs; runner: ForecastRunner; isImpatient: boolean };
  /** Exchanges what the EIA says. Hours that are not over an hour and a half ago have no row. */
  say(said: Said): void;
  /** Polls and issues. @returns the outcome of the poll; undefined when none was due */
  round(): Promise<Polled['outcome'] | undefined>;
  /** Asks for a path, with the largest plans. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<Asked>;
  /** Checksum of everything stored. */
  checksum(): Promise<number>;
  close(): Promise<void>;
}

export interface Asked {
  readonly status: number;
  readonly etag: string | null;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer, as a test reads it
  readonly json: any;
}

/** A busy machine may take long over a sound reply. Only a poll that shall fail is given up soon. */
const DEADLINE_MS = { patient: 300_000, impatient: 2_000 };
const PUBLISHED_AFTER_MS = 90 * 60_000;
const GRIDS = AREAS.filter(({ kind }) => kind === 'grid');
const UTILITIES = AREAS.filter(({ kind }) => kind === 'utility');

/** Load that encodes its hour: a level for each series, a wave a day, no two hours of a week alike. */
export function plainMw(series: string, start: EpochMs): number {
  const hour = start / HOUR_MS;
  const level = 9_000 + 1_000 * AREAS.findIndex((area) => area.series === series);
  return Math.round(level + 900 * Math.sin((hour * Math.PI) / 12) + (hour % 168));
}

/** @param start the world's first instant; load of the five weeks before is there */
export async function faultyWorld(dataDir: string, start: EpochMs): Promise<FaultyWorld> {
  const store = await openSqliteStore({ dataDir });
  const [actuals, vintages] = [cachedActualsStore(store.actuals), cachedVintageStore(store.vintages)];
  await fill(store, start);
  const eia = await startFakeEia({ region: [] });
  const sourceWith = (deadlineMs: number) =>
    eiaApiSource({
      apiKey: eia.apiKey,
      baseUrl: eia.baseUrl,
      wanted: wantedSeries(AREAS, []),
      clockCorrections: false,
      spacingMs: 0,
      attempts: 2,
      maxWaitMs: 5,
      deadlineMs,
      maxBytes: 8_000_000,
    });
  const sources = { patient: sourceWith(DEADLINE_MS.patient), impatient: sourceWith(DEADLINE_MS.impatient) };
  const polls: Polled[] = [];
  const issues: Issued[] = [];
  const set = {
    now: start,
    runner: await openForecastRunner(sameHourLastWeek, actuals, AREAS),
    isImpatient: false,
  };
  const clock = { now: () => set.now };
  const monitor = createMonitor({
    areas: () => CONTRACT_AREAS,
    actuals,
    vintages,
    backfillsGates: false,
    follows: true,
    now: clock.now,
    log: { info() {}, warn() {} } as never,
    storeFailure: () => undefined,
    inStepAt: clock.now,
    followsWeather: false,
  });
  const service = createService({
    areas: () => CONTRACT_AREAS,
    clock,
    actuals,
    vintages,
    runner: {
      issue: (areaId, issuedAt) => set.runner.issue(areaId, issuedAt),
      refresh: () => set.runner.refresh(),
      close: async () => undefined,
    },
    source: {
      ...sources.patient,
      fetch: (...asked) => sources[set.isImpatient ? 'impatient' : 'patient'].fetch(...asked),
    },
    log: { info() {}, warn() {}, error() {} },
    withLeadership: (_name, work) => work(new AbortController().signal),
    observer: {
      polled(polled) {
        polls.push(polled);
        monitor.observer.polled(polled);
      },
      issued: (issued) => issues.push(issued),
      leading: monitor.observer.leading,
    },
  });
  monitor.observer.leading(true);
  const deps = { actuals, vintages, model: sameHourLastWeek };
  const surfaceA = createSurfaceA({ ...deps, degradedBecause: () => monitor.findings()[0]?.monitor });
  const mounts = [
    { prefix: '/v1', surface: surfaceA },
    { prefix: '/oasis', surface: createSurfaceB(deps) },
  ];
  const plans = { a: findPlan('a', 'enterprise')!, b: findPlan('b', 'enterprise')!, c: findPlan('c', 'enterprise')! };
  const answer = answerRequest(mounts, {
    areas: () => CONTRACT_AREAS,
    authenticate: (_request, surface) => ({ accountId: 'a', keyId: 'k', plan: plans[surface.id] }),
  });
  const server = listenWith(createServer(SERVER_OPTIONS), { baseUrl: 'http://api.example', answer, now: clock.now });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };

  let said: Said = plainMw;
  return {
    eia,
    store,
    service,
    monitor,
    polls,
    issues,
    set,
    say(next) {
      said = next;
    },
    async round() {
      eia.setRows(rowsAt(set.now, said));
      const before = polls.length;
      await service.poll();
      await service.issue();
      return polls.slice(before).at(-1)?.outcome;
    },
    async ask(path, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
      return {
        status: response.status,
        etag: response.headers.get('etag'),
        text,
        json: isJson ? JSON.parse(text) : undefined,
      };
    },
    checksum: async () => (await verifyStore(store)).checksum,
    async close() {
      server.closeAllConnections();
      server.close();
      await service.stop();
      for (const source of Object.values(sources)) await source.close();
      await eia.close();
      await store.close();
    },
  };
}

/** The five weeks before, except the hours that the first poll reads. */
async function fill(store: SqliteStore, start: EpochMs): Promise<void> {
  const from = floorToHour(start) - 100 * DAY_MS;
  const hours = (100 - 61) * 24;
  const series = AREAS.map(({ series: name }) => ({
    key: { series: name, measure: 'demand' as const },
    start: from,
    valuesMw: Float64Array.from({ length: hours }, (_, hour) => plainMw(name, from + hour * HOUR_MS)),
  }));
  await ingestActuals(
    store.actuals,
    { source: 'test', provenance: {}, series },
    { ingestedAt: start, arrival: 'history' },
  );
}

function rowsAt(now: EpochMs, said: Said): { region: FakeRow[]; subArea: FakeRow[] } {
  const region: FakeRow[] = [];
  const subArea: FakeRow[] = [];
  for (let start = floorToHour(now) - 61 * DAY_MS; start + HOUR_MS + PUBLISHED_AFTER_MS <= now; start += HOUR_MS) {
    const period = eiaPeriod(start);
    for (const { series } of GRIDS) {
      const value = said(series, start);
      if (value !== undefined) region.push({ period, respondent: series, type: 'D', value });
    }
    for (const { series } of UTILITIES) {
      const value = said(series, start);
      const [parent = '', subba = ''] = series.split('-');
      if (value !== undefined) subArea.push({ period, parent, subba, value });
    }
  }
  return { region, subArea };
}
