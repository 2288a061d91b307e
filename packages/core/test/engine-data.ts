import fc from 'fast-check';
import { expect } from 'vitest';
import type { Area } from '../src/areas/area.js';
import { AREAS, areaById } from '../src/areas/contract-areas.js';
import { engine } from '../src/forecast/engine.js';
import type { IssuedForecast } from '../src/forecast/forecaster.js';
import { SyntheticData, type SyntheticDataOptions } from '../src/testing/synthetic-data.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../src/time/instant.js';

export const NYISO = areaById('nyiso');
export const START = Date.UTC(2022, 0, 1);
export const DAYS = 560;
export const NEIGHBOURS = ['PJM', 'ISNE', 'NYIS-ZONA', 'NYIS-ZONJ'];
export const ISSUED_AT = START + 530 * DAY_MS + 14 * HOUR_MS;

export const syntheticData = (options: Partial<SyntheticDataOptions> = {}): SyntheticData =>
  new SyntheticData('NYIS', { start: START, days: DAYS, ...options });
export const issue = (
  data: SyntheticData,
  at: EpochMs = ISSUED_AT,
  explain = false,
  area: Area = NYISO,
): Promise<IssuedForecast> => engine.forArea(area, data).issue(at, { quantiles: explain, contributions: explain });

/** The forecasts of one forecaster of a world, each issued once: tests that compare with the same world share them. */
export function issuedOnce(data: SyntheticData): (at: EpochMs) => Promise<IssuedForecast> {
  const forecaster = engine.forArea(NYISO, data);
  const issued = new Map<EpochMs, Promise<IssuedForecast>>();
  return (at) => {
    const forecast = issued.get(at) ?? forecaster.issue(at);
    issued.set(at, forecast);
    return forecast;
  };
}

export function expectSound({ valueMw, p10Mw, p90Mw }: IssuedForecast): void {
  expect(valueMw).toHaveLength(384);
  for (let i = 0; i < 384; i++) {
    expect(p10Mw[i]).toBeGreaterThanOrEqual(0);
    expect(valueMw[i]).toBeGreaterThanOrEqual(p10Mw[i]!);
    expect(p90Mw[i]).toBeGreaterThanOrEqual(valueMw[i]!);
    expect(valueMw[i]).toBe(Math.round(valueMw[i]! * 100) / 100);
  }
}

export const hourOf = (day: number, hour: number): EpochMs => START + day * DAY_MS + hour * HOUR_MS;

/** Two near grids and two of the many adjacent series of an area. */
function neighboursOf({ neighbours: { grids, adjacent } }: Area): string[] {
  return [...new Set([...grids.slice(0, 2), ...adjacent.slice(0, 2)])];
}

/** What one tier of inputs needs. */
export interface TierInputs {
  readonly tier: string;
  readonly hasNeighbours?: boolean;
  readonly offers: Partial<SyntheticDataOptions>;
}

/**
 * Checks that no value that became known after an issue changes it.
 *
 * @param draws how many areas and moments are drawn; every run draws others
 */
export async function expectNothingFromTheFuture({ hasNeighbours, offers }: TierInputs, draws: number): Promise<void> {
  const minutes = fc.integer({ min: 500 * 24 * 60, max: 540 * 24 * 60 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...AREAS), minutes, async (area, minute) => {
      const at = START + minute * 60_000;
      const neighbours = hasNeighbours ? neighboursOf(area) : [];
      const made = new SyntheticData(area.series, { start: START, days: DAYS, neighbours, ...offers });
      const forecast = await issue(made, at, false, area);
      expectSound(forecast);
      expect(await issue(made.changedAfter(at), at, false, area)).toEqual(forecast);
    }),
    { numRuns: draws, endOnFailure: true },
  );
}

/**
 * Checks that a forecaster that has issued at some moments issues what a fresh one does.
 *
 * @param fresh issues by data of its own
 */
export async function expectSameAsFresh(
  offers: Partial<SyntheticDataOptions>,
  moments: readonly EpochMs[],
  fresh: (at: EpochMs) => Promise<IssuedForecast> = issuedOnce(syntheticData(offers)),
): Promise<void> {
  const used = engine.forArea(NYISO, syntheticData(offers));
  for (const at of moments) await used.issue(at);
  expect(await used.issue(ISSUED_AT)).toEqual(await fresh(ISSUED_AT));
}
