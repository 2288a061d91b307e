import { type Area, type EpochMs, HOUR_MS, type IssuedForecast, localDay } from '@loadcast/core';
import { areaCode, isoUtc } from '@loadcast/formats';
import { left, right, table } from '@loadcast/observe';

export interface AreaForecast {
  readonly area: Area;
  readonly issuedAt: EpochMs;
  readonly forecast: IssuedForecast;
}

const COLUMNS = [
  ...left('area', 'issued at', 'newest actual'),
  ...right('24 h highest', 'p10..p90'),
  ...left('at', 'model'),
];

/** One line an area: its highest hour of the first 24. */
export function forecastTable(forecasts: readonly AreaForecast[]): string[] {
  const rows = forecasts.map(({ area, issuedAt, forecast }) => {
    const day = forecast.valueMw.subarray(0, 24);
    const peak = day.indexOf(Math.max(...day));
    const peakAt = forecast.start + peak * HOUR_MS;
    return [
      areaCode(area),
      isoUtc(issuedAt),
      isoUtc(forecast.dataCutoff),
      `${whole(day, peak)} MW`,
      `${whole(forecast.p10Mw, peak)}..${whole(forecast.p90Mw, peak)}`,
      `${isoUtc(peakAt)} (${localDay(area.timezone, peakAt)} local)`,
      forecast.model.name,
    ];
  });
  return table(COLUMNS, rows);
}

export function forecastJson({ area, issuedAt, forecast }: AreaForecast) {
  const { start, valueMw, p10Mw, p90Mw, dataCutoff, model, excludedInputs } = forecast;
  return {
    area: areaCode(area),
    issuedAt: isoUtc(issuedAt),
    dataCutoff: isoUtc(dataCutoff),
    model,
    excludedInputs,
    start: isoUtc(start),
    valueMw: [...valueMw],
    p10Mw: [...p10Mw],
    p90Mw: [...p90Mw],
  };
}

function whole(values: Float64Array, at: number): string {
  return (values[at] ?? Number.NaN).toFixed(0);
}
