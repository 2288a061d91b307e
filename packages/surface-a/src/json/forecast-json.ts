import { type EpochMs, type ForecastView, forecastRows } from '@loadcast/core';
import { isoOffset, isoUtc, modelText, roundMw } from '@loadcast/formats';

/** The points of a view, each as JSON. Bounds are left out where the plan or the vintage has none. */
export function forecastPoints(view: ForecastView): string[] {
  const { valueMw, bounds } = forecastRows(view);
  return Array.from(valueMw, (value, i) => {
    const point = `{"timestamp":"${isoOffset(view.start + i * view.stepMs)}","value_mw":${roundMw(value)}`;
    const p10 = bounds?.p10Mw[i] ?? Number.NaN;
    const p90 = bounds?.p90Mw[i] ?? Number.NaN;
    return Number.isNaN(p10 + p90) ? `${point}}` : `${point},"p10":${roundMw(p10)},"p90":${roundMw(p90)}}`;
  });
}

export function forecastMeta(view: ForecastView, region: string, generatedAt: EpochMs): object {
  return {
    region,
    horizon: view.horizon,
    resolution: view.resolution,
    count: view.rows,
    issued_at: isoUtc(view.vintage.issuedAt),
    model: modelText(view.vintage.model),
    generated_at: isoUtc(generatedAt),
  };
}
