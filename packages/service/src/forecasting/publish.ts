import type { AreaId, EpochMs, IssuedForecast, Vintage, VintageStore } from '@loadcast/core';
import { roundedDrivers } from '@loadcast/core/series';

/**
 * A forecast as it is kept.
 *
 * @param availableAt when it can first be read; never before `issuedAt`
 */
export function toVintage(
  areaId: AreaId,
  issuedAt: EpochMs,
  availableAt: EpochMs,
  { start, valueMw, p10Mw, p90Mw, dataCutoff, model, excludedInputs, contributions, dependence }: IssuedForecast,
): Vintage {
  return {
    areaId,
    issuedAt,
    availableAt: Math.max(issuedAt, availableAt),
    dataCutoff,
    model,
    start,
    valueMw,
    p10Mw,
    p90Mw,
    leftOut: excludedInputs,
    ...(contributions && { drivers: roundedDrivers(contributions, valueMw) }),
    ...(dependence && { dependence }),
  };
}

/** Keeps a forecast. @returns whether it was new */
export function publish(
  vintages: VintageStore,
  areaId: AreaId,
  issuedAt: EpochMs,
  availableAt: EpochMs,
  forecast: IssuedForecast,
): Promise<boolean> {
  return vintages.append(toVintage(areaId, issuedAt, availableAt, forecast));
}
