import {
  type ActualsStore,
  type Areas,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  DAY_MS,
  type EpochMs,
  type Forecaster,
  floorToHour,
  HOUR_MS,
  ingestActuals,
  type LoadSource,
  MINUTE_MS,
  type VintageStore,
  type Window,
} from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { openForecastRunner } from '@loadcast/service';
import type { MakeForecast } from '../../../../packages/service/src/schedule/make-forecast.js';
import { createService } from '../../../../packages/service/src/schedule/service.js';
import type { Issued, Polled } from '../../../../packages/service/src/schedule/service-observer.js';
import { followedVintageStore } from '../../../../packages/service/src/stores/followed-vintage-store.js';
import { openPostgres, openSqlite } from '../../../../packages/service/src/wiring/store.js';
import { printLine } from '../../../../tooling/testing/print-line.js';
import { saidForecast, saidLoad } from './simulated-grid-upstream.js';

export const START = Date.UTC(2026, 2, 7);
const HISTORY_DAYS = 35;
/** Minutes of every hour: two polls, and the moment at which gate forecasts are made. */
const MINUTES = [10, 40, 58];

/** When the `step`-th step is taken. */
export function stepAt(step: number): EpochMs {
  return START + Math.floor(step / MINUTES.length) * HOUR_MS + MINUTES[step % MINUTES.length]! * MINUTE_MS;
}

export interface Stores {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
}

/** Notified of what the stores have kept. */
export interface StepObserver {
  polled?(polled: Polled): void;
  issued?(issued: Issued): void;
}

/** The service over some stores, taken step by step; the same steps on the same stores write the same. */
export async function steppedService(
  { actuals, vintages }: Stores,
  observer: StepObserver = {},
  areas: Areas = CONTRACT_AREAS,
  { model = sameHourLastWeek, makeForecast }: { model?: Forecaster; makeForecast?: MakeForecast } = {},
): Promise<{ step(n: number): Promise<void>; now(): EpochMs }> {
  let now = START;
  const service = createService({
    areas: () => areas,
    clock: { now: () => now },
    actuals,
    vintages,
    runner: await openForecastRunner(model, actuals, areas.list),
    makeForecast,
    source: madeUpGrid(areas),
    log: { info() {}, warn() {}, error: (fields: object) => console.error(fields) },
    withLeadership: (_name, work) => work(new AbortController().signal),
    observer: { polled() {}, issued() {}, ...observer, leading() {} },
  });
  return {
    now: () => now,
    async step(n) {
      now = stepAt(n);
      await service.poll();
      await service.issue();
    },
  };
}

/** The past that the models need; the days after `end` are for the polls. */
export async function fillPast(
  actuals: ActualsStore,
  end = START - 8 * DAY_MS,
  areas: Areas = CONTRACT_AREAS,
): Promise<void> {
  const window = { start: START - HISTORY_DAYS * DAY_MS, end };
  await ingestActuals(actuals, observationsAt(areas, window, START), { ingestedAt: START, arrival: 'history' });
}

/** What the fake EIA says of the hours of a window: late hours, gaps and restatements included. */
const madeUpGrid = (areas: Areas): LoadSource => ({
  name: 'made-up',
  fetch: async (window, now) => observationsAt(areas, window, now),
});

function observationsAt(areas: Areas, window: Window, now: EpochMs) {
  const hours = (window.end - window.start) / HOUR_MS;
  const run = (series: string, measure: 'demand' | 'day_ahead_forecast', said: (start: EpochMs) => number | null) => ({
    key: { series, measure },
    start: window.start,
    valuesMw: Float64Array.from({ length: hours }, (_, hour) => said(window.start + hour * HOUR_MS) ?? Number.NaN),
  });
  const series = areas.list.flatMap(({ series: name, kind }) => {
    const isStub = (start: EpochMs, mw: number | null | undefined) =>
      kind === 'grid' && mw === saidForecast(name, start);
    const load = run(name, 'demand', (start) => {
      const said = saidLoad(name, start, now);
      return said === undefined || isStub(start, said) ? null : said;
    });
    const isOut = (start: EpochMs) => start <= floorToHour(now) + DAY_MS;
    const forecast = run(name, 'day_ahead_forecast', (start) => (isOut(start) ? saidForecast(name, start) : null));
    return kind === 'grid' ? [load, forecast] : [load];
  });
  return { source: 'made-up', provenance: {}, series };
}

/** Takes steps on a store until it is killed or has taken the last one, and reports each write as soon as it is kept. */
export async function run(engine: string, place: string, first: string, last: string): Promise<void> {
  const store = engine === 'sqlite' ? await openSqlite(place, 'writer') : await openPostgres(place, 'writer');
  const actuals = cachedActualsStore(store.actuals);
  const vintages =
    engine === 'sqlite'
      ? cachedVintageStore(store.vintages)
      : await followedVintageStore(store.vintages, {
          changes: store.vintageChanges!(),
          onVintage: store.onVintage,
          now: () => START,
        });
  const service = await steppedService(
    { actuals, vintages },
    {
      polled: ({ at, newHours, restatedHours }) => printLine(`polled ${at} ${newHours + restatedHours}`),
      issued: ({ areaId, outcome, at }) => printLine(`${outcome} ${areaId} ${at}`),
    },
  );
  printLine('ready');
  for (let step = Number(first); step <= Number(last); step++) {
    await service.step(step);
    printLine(`done ${step}`);
  }
  if ('close' in vintages) vintages.close();
  await store.close();
}
