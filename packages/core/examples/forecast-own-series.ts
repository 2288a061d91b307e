import { CALENDARS, forecastSeries, HOUR_MS } from '@loadcast/core';

// Sixty days of hourly load as you have it, here a made-up day shape. NaN is a missing hour.
const start = Date.UTC(2026, 0, 1);
const valuesMw = Float64Array.from({ length: 60 * 24 }, (_, hour) => 40 + 8 * Math.sin((hour * Math.PI) / 12));
const load = { start, stepMs: HOUR_MS, valuesMw };

export const forecast = await forecastSeries({ timezone: 'America/Toronto', calendar: CALENDARS.canada, load });

console.log(new Date(forecast.start).toISOString(), forecast.p10Mw[0], forecast.valueMw[0], forecast.p90Mw[0]);
