import {
  type ActualsStore,
  AREAS,
  addDays,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  floorToHour,
  HOUR_MS,
  localDay,
  MINUTE_MS,
  type Vintage,
  type VintageStore,
} from '@loadcast/core';
import { type DriverParts, roundedDrivers } from '@loadcast/core/series';
import { instantOnDay } from '@loadcast/core/time';
import { PUBLICATION_LAG_MS, simulatedBatch } from '@loadcast/sources/simulated';

/** Days before today that have a gate's forecast: 30 scored days of the 15DA run need 45. */
const DAYS = 47;
/** Days before these hold the history that a baseline of two weeks reads. */
const EARLIER_DAYS = 21;
/** Days with a forecast every hour. */
const HOURLY_DAYS = 3;
const VINTAGE_HOURS = 384;

/**
 * Writes loads of the simulated grid and forecasts that are as wrong as their intervals say: four hours of five lie
 * between p10 and p90, later hours are worse. What a sound service serves, without the time it takes to learn a model.
 */
export async function fillPlausibleWorld(
  { actuals, vintages }: { readonly actuals: ActualsStore; readonly vintages: VintageStore },
  now: EpochMs,
): Promise<void> {
  const start = floorToHour(now) - (DAYS + EARLIER_DAYS) * DAY_MS;
  for (const window of [leapDay(start), ...clockChanges(start), { start, end: floorToHour(now) }]) {
    const blocks = simulatedBatch(CONTRACT_AREAS, window, now).series.map(({ key, valuesMw }) => ({
      key,
      start: window.start,
      values: valuesMw,
      known: { kind: 'lag' as const, lagMs: key.measure === 'demand' ? PUBLICATION_LAG_MS : -DAY_MS },
    }));
    await actuals.append({ source: 'plausible', ingestedAt: now, provenance: {}, blocks });
  }
  await restate(actuals, now);
  await actuals.append({ source: 'plausible', ingestedAt: now, provenance: {}, blocks: [impossibleHour(now)] });

  const end = floorToHour(now) + (VINTAGE_HOURS + 24) * HOUR_MS;
  const truth = simulatedBatch(CONTRACT_AREAS, { start, end }, end + 10 * DAY_MS);
  for (const [index, area] of AREAS.entries()) {
    const loads = truth.series.find(({ key }) => key.series === area.series && key.measure === 'demand')!.valuesMw;
    const loadMw = withoutGaps(loads);
    for (const { issuedAt, availableAt } of issueTimes(area.marketTimezone, now)) {
      const first = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
      const hours = loadMw.subarray((first - start) / HOUR_MS, (first - start) / HOUR_MS + VINTAGE_HOURS);
      await vintages.append({
        areaId: area.id,
        issuedAt,
        availableAt,
        // The newest hour that is over: the gateway has nothing newer, and issues no run of its own.
        dataCutoff: first - 2 * HOUR_MS,
        model: { name: 'plausible', version: '1.2.3' },
        leftOut: ['operator: not known for tomorrow'],
        start: first,
        ...forecastOf(hours, issuedAt / MINUTE_MS + index),
      });
    }
  }
}

/** Three days around each change of the clocks within the year before an instant: reports of such days are compared. */
function clockChanges(before: EpochMs): { readonly start: EpochMs; readonly end: EpochMs }[] {
  const days = Array.from({ length: 365 }, (_, back) => addDays(localDay('America/New_York', before), back - 366));
  return days.flatMap((day) => {
    const [noon, next] = [day, addDays(day, 1)].map((each) => instantOnDay('America/New_York', each, 12 * HOUR_MS));
    return next! - noon! === DAY_MS ? [] : [{ start: noon! - DAY_MS, end: next! + DAY_MS }];
  });
}

/** The last 29 February before an instant, and a day on each side. */
function leapDay(before: EpochMs): { readonly start: EpochMs; readonly end: EpochMs } {
  let noon = floorToHour(before);
  while (new Date(noon).toISOString().slice(5, 10) !== '02-29') noon -= DAY_MS;
  return { start: noon - 2 * DAY_MS, end: noon + 2 * DAY_MS };
}

/** An hour of SPP that cannot be load, as it became known an hour ago. */
const impossibleHour = (now: EpochMs) => ({
  key: { series: 'SWPP', measure: 'demand' } as const,
  start: floorToHour(now) - 30 * HOUR_MS,
  values: Float64Array.of(0),
  known: { kind: 'at', at: now - HOUR_MS } as const,
});

/** Two hours of PJM became known anew an hour ago. */
export async function restate(actuals: ActualsStore, now: EpochMs): Promise<void> {
  const start = floorToHour(now) - 30 * HOUR_MS;
  const key = { series: 'PJM', measure: 'demand' } as const;
  const { values, start: first } = await actuals.read(key);
  const index = (start - first) / HOUR_MS;
  const restated = values.slice(index, index + 2).map((mw) => Math.round(mw * 1.001));
  const block = { key, start, values: restated, known: { kind: 'at' as const, at: now - HOUR_MS } };
  await actuals.append({ source: 'restated', ingestedAt: now, provenance: {}, blocks: [block] });
}

/**
 * Ten minutes before every gate, every hour of the last days, and just now: a gate of the last minutes is met, so that the
 * gateway issues no run of its own.
 */
function issueTimes(zone: string, now: EpochMs): { readonly issuedAt: EpochMs; readonly availableAt: EpochMs }[] {
  const today = localDay(zone, now);
  const gates = Array.from({ length: DAYS + 1 }, (_, back) =>
    instantOnDay(zone, addDays(today, back - DAYS), 9 * HOUR_MS - 10 * MINUTE_MS),
  );
  const hours = Array.from(
    { length: HOURLY_DAYS * 24 },
    (_, i) => floorToHour(now) - (i + 1) * HOUR_MS + 20 * MINUTE_MS,
  );
  const past = [...new Set([...gates, ...hours])].sort((a, b) => a - b);
  return [
    ...past.map((issuedAt) => ({ issuedAt, availableAt: issuedAt + 5 * MINUTE_MS })),
    { issuedAt: now - MINUTE_MS, availableAt: now },
  ].filter(({ availableAt }) => availableAt <= now);
}

/** The loads with errors that grow from 0.8 to 4.6 percent, and the bounds which hold four of five such errors. */
function forecastOf(
  loadMw: Float64Array,
  seed: number,
): Pick<Vintage, 'valueMw' | 'p10Mw' | 'p90Mw' | 'drivers' | 'dependence'> {
  const random = randomNumbers(seed);
  const cents = (mw: number) => Math.round(mw * 100) / 100;
  const deviation = (lead: number) => 0.008 + 0.0001 * lead;
  const valueMw = loadMw.map((mw, lead) => {
    const bell = (random() + random() + random() + random() - 2) * Math.sqrt(3);
    return cents(mw * (1 + deviation(lead) * bell));
  });
  return {
    valueMw,
    p10Mw: valueMw.map((mw, lead) => cents(mw * (1 - 1.28 * deviation(lead)) - 0.01)),
    p90Mw: valueMw.map((mw, lead) => cents(mw * (1 + 1.28 * deviation(lead)) + 0.01)),
    drivers: roundedDrivers(partsOf(valueMw), valueMw),
    dependence: { persistence: 0.75, harmonics: [0.88, 0.1, 0.015, 0.005] },
  };
}

/** Most of a value is climatology, some of it weather and neighbors. */
function partsOf(valueMw: Float64Array): DriverParts {
  const none = valueMw.map(() => 0);
  const share = (of: (hour: number) => number) => valueMw.map((mw, hour) => mw * of(hour));
  return {
    climatologyMw: share(() => 0.96),
    holidayMw: none,
    recentLoadMw: none,
    neighboursMw: share((hour) => 0.01 * Math.sin(hour / 11)),
    operatorMw: none,
    weatherMw: share((hour) => 0.03 * Math.cos(hour / 9)),
  };
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(Math.floor(seed) | 0, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A missing hour repeats the one before it. */
function withoutGaps(valuesMw: Float64Array): Float64Array {
  let before = valuesMw.find((mw) => !Number.isNaN(mw))!;
  return valuesMw.map((mw) => {
    if (!Number.isNaN(mw)) before = mw;
    return before;
  });
}
