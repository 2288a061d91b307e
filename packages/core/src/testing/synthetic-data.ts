import type { ForecastData } from '../forecast/forecaster.js';
import { foldBlocks, type KnownSeries, type ObservationBlock } from '../series/known-series.js';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../time/instant.js';

/** Which inputs a made-up world offers. */
export interface SyntheticDataOptions {
  readonly start: EpochMs;
  readonly days: number;
  readonly neighbours?: readonly string[];
  readonly operator?: 'today' | 'tomorrow';
  readonly weather?: boolean;
  /** The operator's forecasts of six days, published daily; or what becomes of them on the way. */
  readonly multiDay?: true | ((issues: readonly MultiDayIssue[]) => readonly MultiDayIssue[]);
  /** The newest hours in the operator's own feed, ten minutes after each; or what becomes of them on the way. */
  readonly newest?: true | ((feed: KnownSeries) => KnownSeries);
}

/** One issue of the operator's forecasts of several days: hourly MW from `start`. */
export interface MultiDayIssue {
  readonly publishedAt: EpochMs;
  readonly start: EpochMs;
  readonly values: Float64Array;
}

/** A made-up world for tests of the engine: loads that answer to a shared temperature, and forecasts of both. */
export class SyntheticData implements ForecastData {
  readonly loads = new Map<string, KnownSeries>();
  readonly operators = new Map<string, KnownSeries>();
  readonly multiDays = new Map<string, KnownSeries>();
  readonly newestLoads = new Map<string, KnownSeries>();
  private temperature: KnownSeries | undefined;
  private points: { points: { name: string; weight: number; variables: { temperatureC: KnownSeries } }[] } | undefined;

  constructor(
    own: string,
    { start, days, neighbours = [], operator, weather, multiDay, newest }: SyntheticDataOptions,
  ) {
    const hours = days * 24;
    const temperatureC = Float64Array.from({ length: hours }, (_, hour) => temperatureAt(start + hour * HOUR_MS));
    [own, ...neighbours].forEach((id, i) => {
      const mw = temperatureC.map((c, hour) => loadAt(start + hour * HOUR_MS, c, i));
      this.loads.set(
        id,
        syntheticSeries(start, mw, (at) => at + 3 * HOUR_MS),
      );
    });
    if (operator) {
      const said = this.loads.get(own)!.values.map((mw, hour) => mw * (1.02 + 0.01 * noise(hour, 77)));
      const daysAhead = operator === 'tomorrow' ? 1 : 0;
      const published = (at: EpochMs) => (Math.floor((at - 5 * HOUR_MS) / DAY_MS) - daysAhead) * DAY_MS + 12 * HOUR_MS;
      this.operators.set(own, syntheticSeries(start, said, published));
    }
    if (multiDay) {
      const issues = issuesOf(start, this.loads.get(own)!.values);
      const blocks = (multiDay === true ? issues : multiDay(issues)).map(
        ({ publishedAt, ...run }): ObservationBlock => ({ ...run, known: { kind: 'at', at: publishedAt } }),
      );
      this.multiDays.set(own, foldBlocks(blocks));
    }
    if (newest) {
      const measured = this.loads.get(own)!.values.map((mw, hour) => mw * (0.98 + 0.001 * noise(hour, 55)));
      const feed = syntheticSeries(start, measured, (at) => at + HOUR_MS + 10 * MINUTE_MS);
      this.newestLoads.set(own, newest === true ? feed : newest(feed));
    }
    if (weather) this.setTemperature(syntheticSeries(start, temperatureC, (at) => at - 17 * DAY_MS));
  }

  setTemperature(series: KnownSeries): void {
    this.temperature = series;
    this.points = { points: [{ name: 'here', weight: 1, variables: { temperatureC: series } }] };
  }

  load(series: string): KnownSeries | undefined {
    return this.loads.get(series);
  }

  operatorForecast(series: string): KnownSeries | undefined {
    return this.operators.get(series);
  }

  multiDayForecast(series: string): KnownSeries | undefined {
    return this.multiDays.get(series);
  }

  newestLoad(series: string): KnownSeries | undefined {
    return this.newestLoads.get(series);
  }

  weather() {
    return this.points;
  }

  /** A world that differs from this one in every value that became known after `asOf`. */
  changedAfter(asOf: EpochMs): SyntheticData {
    const other: SyntheticData = Object.create(SyntheticData.prototype);
    const changed = (series: KnownSeries): KnownSeries => ({
      ...series,
      values: series.values.map((value, i) => (series.knownAtMs[i]! > asOf ? value * 3 + 1000 : value)),
      replaced: new Map(
        [...series.replaced].map(([hour, versions]) => [
          hour,
          versions.map((each) => (each.knownAtMs > asOf ? { ...each, value: each.value * 3 + 1000 } : each)),
        ]),
      ),
    });
    const all = (of: Map<string, KnownSeries>) =>
      new Map([...of].map(([id, series]) => [id, changed(series)] as const));
    Object.assign(other, {
      loads: all(this.loads),
      operators: all(this.operators),
      multiDays: all(this.multiDays),
      newestLoads: all(this.newestLoads),
    });
    if (this.temperature) other.setTemperature(changed(this.temperature));
    return other;
  }
}

/** An hourly series whose values become known at a function of their hour. NaN is never known. */
export function syntheticSeries(
  start: EpochMs,
  values: Float64Array,
  knownAt: (hour: EpochMs) => EpochMs,
): KnownSeries {
  const knownAtMs = values.map((value, i) => (Number.isNaN(value) ? value : knownAt(start + i * HOUR_MS)));
  return { start, values, knownAtMs, replaced: new Map(), blocks: 1 };
}

/** Six days from 05:00 UTC of the next day on, published at 11:30 UTC: 3 % low, with errors that grow with the lead. */
function issuesOf(start: EpochMs, loadMw: Float64Array): MultiDayIssue[] {
  const issues: MultiDayIssue[] = [];
  for (let day = 0; (day + 1) * 24 + 5 < loadMw.length; day++) {
    const first = (day + 1) * 24 + 5;
    const values = loadMw
      .slice(first, first + 144)
      .map((mw, i) => mw * (0.97 + (0.005 + 0.00005 * i) * noise(day * 10 + Math.floor(i / 24), 91)));
    issues.push({ publishedAt: start + day * DAY_MS + 11.5 * HOUR_MS, start: start + first * HOUR_MS, values });
  }
  return issues;
}

function temperatureAt(at: EpochMs): number {
  const day = at / DAY_MS;
  const season = -12 * Math.cos((2 * Math.PI * (day - 20)) / 365.25);
  const daily = 5 * Math.sin((2 * Math.PI * (at / HOUR_MS - 15)) / 24);
  const spell = 4 * noise(Math.floor(day), 1) * (1 - (day % 1)) + 4 * noise(Math.floor(day) + 1, 1) * (day % 1);
  return 14 + season + daily + spell;
}

function loadAt(at: EpochMs, temperatureC: number, stream: number): number {
  const weekday = Math.floor(at / DAY_MS + 4) % 7;
  const working = weekday === 0 || weekday === 6 ? 0.92 : 1;
  const daily = 1 + 0.15 * Math.sin((2 * Math.PI * (at / HOUR_MS - 14)) / 24);
  const weather = 1 + 0.015 * Math.max(0, temperatureC - 18) + 0.01 * Math.max(0, 10 - temperatureC);
  return 10_000 * (stream + 1) * working * daily * weather * (1 + 0.01 * noise(at / HOUR_MS, stream + 10));
}

/** A number between -1 and 1 that looks random. */
function noise(n: number, stream: number): number {
  const x = Math.sin(n * 12.9898 + stream * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}
