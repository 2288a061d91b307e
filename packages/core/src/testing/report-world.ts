import type { AreaId } from '../areas/area.js';
import { AREAS } from '../areas/contract-areas.js';
import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import type { ActualsStore, Measure } from '../ports/actuals-store.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { DAY_MS, type EpochMs, floorToHour, HOUR_MS, MINUTE_MS } from '../time/instant.js';
import { addDays, instantOnDay } from '../time/operating-day.js';
import { GATE_TIME_OF_DAY_MS } from '../vintages/market-run.js';
import type { Sha256 } from '../vintages/run-chain.js';
import { type DriverParts, roundedDrivers } from '../vintages/run-drivers.js';
import { VINTAGE_HOURS, type Vintage } from '../vintages/vintage.js';
import { buildBatch, buildBlock } from './builders.js';

/** Stores that hold a made-up history. */
export interface ReportWorld {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
}

export interface ReportWorldOptions {
  readonly areas?: readonly AreaId[];
  /** Vintages a day, an hour apart, the last before the gate. Default 1. */
  readonly runsPerDay?: number;
  /** Hours to leave out of the actuals. */
  readonly missingActuals?: readonly EpochMs[];
  /** How far the operators' day-ahead forecasts are above the load, percent; absent: there are none. */
  readonly operatorBiasPct?: number;
  /** Nothing is ingested or issued after this instant, and each area has a last vintage just before it. */
  readonly until?: EpochMs;
  /** Makes the chains of runs. */
  readonly sha256?: Sha256;
}

/**
 * Memory stores with one vintage per area and day, available five minutes before the gate, and actuals from `firstDay`
 * to the end of `lastDay`. Numbers come from whole-number arithmetic, so that every machine makes the same.
 *
 * @param firstDay first day with a vintage and actuals, `YYYY-MM-DD`
 * @param lastDay last such day
 */
export async function reportWorld(
  firstDay: string,
  lastDay: string,
  options: ReportWorldOptions = {},
): Promise<ReportWorld> {
  const world = { actuals: memoryActualsStore(), vintages: memoryVintageStore(options.sha256) };
  await fillReportWorld(world, firstDay, lastDay, options);
  return world;
}

/** Writes the history of `reportWorld` into stores of any kind. */
export async function fillReportWorld(
  { actuals, vintages }: ReportWorld,
  firstDay: string,
  lastDay: string,
  options: ReportWorldOptions = {},
): Promise<void> {
  const { runsPerDay = 1, missingActuals = [], operatorBiasPct, until = Number.POSITIVE_INFINITY } = options;
  for (const area of AREAS.filter(({ id }) => options.areas?.includes(id) ?? true)) {
    const start = Date.parse(`${firstDay}T00:00Z`);
    const end = Math.min(Date.parse(`${lastDay}T00:00Z`) + DAY_MS, floorToHour(until));
    const values = Array.from({ length: (end - start) / HOUR_MS }, (_, i) => {
      const hour = start + i * HOUR_MS;
      return missingActuals.includes(hour) ? Number.NaN : Math.round(loadCents(area.id, hour) / 100);
    });
    const blockOf = (mw: readonly number[], measure: Measure) =>
      buildBlock(new Date(start).toISOString(), mw, { series: area.series, measure });
    const blocks = [blockOf(values, 'demand')];
    if (operatorBiasPct !== undefined) {
      const operatorMw = values.map((mw) => Math.round(mw * (1 + operatorBiasPct / 100)));
      blocks.push(blockOf(operatorMw, 'day_ahead_forecast'));
    }
    // In the first hour of a day there may be none to write.
    if (end > start) await actuals.append(buildBatch(blocks, { source: area.id }));
    for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
      const gate = instantOnDay(area.marketTimezone, day, GATE_TIME_OF_DAY_MS);
      for (let run = runsPerDay; run > 0; run--) {
        const vintage = madeUpVintage(area.id, gate - 10 * MINUTE_MS - (run - 1) * HOUR_MS);
        if (vintage.availableAt <= until) await vintages.append(vintage);
      }
    }
    if (Number.isFinite(until)) {
      const newest = madeUpVintage(area.id, until - 6 * MINUTE_MS);
      await vintages.append({ ...newest, dataCutoff: floorToHour(newest.issuedAt) - HOUR_MS });
    }
  }
}

/** A full vintage whose numbers depend on the area, the hour and the issue alone. */
function madeUpVintage(areaId: AreaId, issuedAt: EpochMs): Vintage {
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const cents = new Float64Array(VINTAGE_HOURS).map((_, i) => {
    const hour = start + i * HOUR_MS;
    return loadCents(areaId, hour) + (scatter(hour + issuedAt) % 20_001) - 10_000 + i * 7;
  });
  const mw = (shift: (lead: number) => number) => cents.map((value, i) => (value + shift(i)) / 100);
  const valueMw = mw(() => 0);
  return {
    areaId,
    issuedAt,
    availableAt: issuedAt + 5 * MINUTE_MS,
    dataCutoff: start - 4 * HOUR_MS,
    model: { name: 'made-up', version: '1.2.3' },
    start,
    valueMw,
    p10Mw: mw((lead) => -30_000 - 101 * lead),
    p90Mw: mw((lead) => 30_000 + 103 * lead),
    drivers: roundedDrivers(madeUpParts(valueMw), valueMw),
    dependence: { persistence: 0.75, harmonics: [0.8, 0.16, 0.03, 0.01] },
  };
}

/** Parts of values: no operator, and a holiday once in a while. */
function madeUpParts(valueMw: Float64Array): DriverParts {
  const share = (of: (hour: number) => number) => valueMw.map((mw, hour) => mw * of(hour));
  return {
    climatologyMw: share(() => 0.95),
    holidayMw: share((hour) => (hour % 168 < 24 ? -0.03 : 0)),
    recentLoadMw: share(() => 0),
    neighboursMw: share((hour) => 0.02 * Math.sin(hour / 7)),
    operatorMw: share(() => 0),
    weatherMw: share((hour) => 0.04 * Math.sin(hour / 9)),
  };
}

/** Load in hundredths of a MW: a level per area, a daily and a weekly wave, some scatter. Always above 100 MW. */
function loadCents(areaId: AreaId, hour: EpochMs): number {
  const level = 1_000_000 + 350_000 * AREAS.findIndex(({ id }) => id === areaId);
  const hourOfDay = (hour / HOUR_MS) % 24;
  const dayOfWeek = Math.floor(hour / DAY_MS) % 7;
  const daily = Math.abs(12 - ((hourOfDay + 13) % 24)) * 20_000;
  return level - daily - (dayOfWeek < 2 ? 50_000 : 0) + (scatter(hour / HOUR_MS) % 9_001);
}

/** A whole number from 0 to 2^31 that looks like chance. */
function scatter(seed: number): number {
  let state = (Math.floor(seed / 1000) ^ (seed % 1_000_003)) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
  return (state ^ (state >>> 16)) >>> 1;
}
