import {
  type ActualsStore,
  type AreaId,
  areaById,
  cachedActualsStore,
  cachedVintageStore,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type KnownRule,
  VINTAGE_HOURS,
  type Vintage,
  type VintageStore,
} from '@loadcast/core';
import type { ForecasterReader } from '@loadcast/core/insight';
import { roundedDrivers } from '@loadcast/core/series';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';

/** Something that arrives in a store: a run of the model, or load of some hours (late, or a restatement). */
export type Arrival = { readonly area: AreaId; readonly at: EpochMs } & (
  | { readonly kind: 'vintage'; readonly delayMs: number }
  | { readonly kind: 'load' | 'operator'; readonly fromHour: number; readonly values: readonly number[] }
);

export interface Stores {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  /** Absent: nobody hands in forecasts. */
  readonly forecasters?: ForecasterReader;
}

export const FIRST_HOUR = Date.UTC(2026, 1, 25);
export const HISTORY_HOURS = 75 * 24;
/** After everything: the spring change lies within the history. */
export const NOW = FIRST_HOUR + HISTORY_HOURS * HOUR_MS + 1;

export const TESTED_AREAS = ['pjm', 'caiso', 'pge'] as const satisfies readonly AreaId[];

/** When an arrival can first be read. */
export const learntAt = (one: Arrival): EpochMs => (one.kind === 'vintage' ? one.at + one.delayMs : one.at);

const loadMw = (hour: number): number => Math.round(80_000 + 10_000 * Math.sin((hour * Math.PI) / 12) + (hour % 97));

/** An hour of PJM that the source published as nothing: it is withheld. */
const NO_LOAD_HOUR = 60 * 24 - 12;

/** Load that was public an hour after its hour, and a forecast of every day a quarter of an hour before its gate. */
export async function writeHistory(stores: Stores): Promise<void> {
  const history = Array.from({ length: HISTORY_HOURS }, (_, hour) => loadMw(hour));
  for (const areaId of TESTED_AREAS) {
    const published = areaId === 'pjm' ? history.with(NO_LOAD_HOUR, 0) : history;
    await writeLoad(stores, areaId, 0, published, { kind: 'lag', lagMs: HOUR_MS });
    for (let day = 29; day < 75; day += 1) {
      await stores.vintages.append(vintageOf(areaId, FIRST_HOUR + day * DAY_MS + 12.75 * HOUR_MS, 0));
    }
  }
}

export async function write(stores: Stores, arrivals: readonly Arrival[]): Promise<void> {
  for (const one of arrivals) {
    if (one.kind === 'vintage') await stores.vintages.append(vintageOf(one.area, one.at, one.delayMs));
    else await writeLoad(stores, one.area, one.fromHour, one.values, { kind: 'at', at: one.at }, one.kind);
  }
}

function writeLoad(
  { actuals }: Stores,
  areaId: AreaId,
  fromHour: number,
  values: readonly number[],
  known: KnownRule,
  kind: 'load' | 'operator' = 'load',
): Promise<void> {
  const { series } = areaById(areaId);
  const measure = kind === 'load' ? 'demand' : 'day_ahead_forecast';
  const start = new Date(FIRST_HOUR + fromHour * HOUR_MS).toISOString();
  return actuals.append(buildBatch([buildBlock(start, values, { series, measure, known })]));
}

export function vintageOf(areaId: AreaId, issuedAt: EpochMs, delayMs: number): Vintage {
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const valueMw = Float64Array.from({ length: VINTAGE_HOURS }, (_, i) => loadMw(i) + (issuedAt % 1000));
  const none = valueMw.map(() => 0);
  const effects = { holidayMw: none, recentLoadMw: none, neighboursMw: none, operatorMw: none, weatherMw: none };
  return buildVintage({
    areaId,
    issuedAt,
    availableAt: issuedAt + delayMs,
    start,
    valueMw,
    drivers: roundedDrivers({ climatologyMw: valueMw, ...effects }, valueMw),
    dependence: { persistence: 0.75, harmonics: [0.88, 0.1] },
  });
}

/** The stores as the surfaces read them: through the caches of a gateway. */
export function cachesOver({ actuals, vintages }: Stores): Omit<Stores, 'forecasters'> {
  return { actuals: cachedActualsStore(actuals), vintages: cachedVintageStore(vintages) };
}
