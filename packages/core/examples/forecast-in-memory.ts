import { areaById, engine, foldBlocks, HOUR_MS } from '@loadcast/core';

// A year of hourly load as you have it: here a made-up day shape. Each value was known two hours after its hour.
const start = Date.UTC(2026, 0, 1);
const values = Float64Array.from({ length: 365 * 24 }, (_, hour) => 90_000 + 15_000 * Math.sin((hour * Math.PI) / 12));
const load = foldBlocks([{ start, values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } }]);

const data = {
  load: (series: string) => (series === 'PJM' ? load : undefined),
  operatorForecast: () => undefined,
  weather: () => undefined,
};
const issuedAt = Date.UTC(2026, 11, 15, 14);
export const forecast = await engine.forArea(areaById('pjm'), data).issue(issuedAt);

const first = [forecast.p10Mw[0], forecast.valueMw[0], forecast.p90Mw[0]];
console.log(new Date(forecast.start).toISOString(), first, forecast.model.name);
