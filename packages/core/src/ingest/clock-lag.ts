import { HOUR_MS } from '../time/instant.js';
import type { IncomingValues } from './reconcile.js';

/** Fewer common hours than this say nothing about a clock. */
const LEAST_HOURS = 14 * 24;
/** An error beyond this is bad data, not a clock. */
const CAP = 0.25;
/** A smaller gain is chance. EIA-930's load moved by an hour gains more in every month of 2015 to 2019, against its operator. */
const LEAST_GAIN = 0.1;

/**
 * The number of hours by which a load series lags behind the operator's forecast: 0 when both clocks agree.
 *
 * The lag with the smallest spread of log errors about their median, each capped: neither a bias of the forecast nor
 * absurd values matter. A wrong clock moves every hour of the day alike, so the lag has to fit better both where the
 * forecast rises and where it falls: solar power that hollows out the noon moves one of them alone, or both apart.
 *
 * A month of hours is enough. Any other lag than 0 means that the hour labels of load or forecast are wrong from some day on.
 *
 * @param load reported load; NaN and values not above zero are passed over
 * @param forecast the operator's forecast of the same series
 * @param maxLag lags from -maxLag to maxLag are tried
 * @returns hours by which the load comes late against the forecast; undefined with less than two weeks in common
 * @example
 * const wave = (late) => Float64Array.from({ length: 700 }, (_, hour) => 100 + 20 * Math.sin((hour - late) / 4));
 * clockLagHours({ start: 0, valuesMw: wave(1) }, { start: 0, valuesMw: wave(0) }) // => 1
 */
export function clockLagHours(load: IncomingValues, forecast: IncomingValues, maxLag = 2): number | undefined {
  let best: { lag: number; spread: number } | undefined;
  for (let lag = -maxLag; lag <= maxLag; lag++) {
    const spread = spreadAtLag(load, forecast, lag);
    if (spread !== undefined && (!best || spread < best.spread)) best = { lag, spread };
  }
  if (!best) return undefined;
  const lag = best.spread < (1 - LEAST_GAIN) * spreadAtLag(load, forecast, 0)! ? best.lag : 0;
  const isBetter = (flank: Flank) => spreadAtLag(load, forecast, lag, flank)! < spreadAtLag(load, forecast, 0, flank)!;
  return lag !== 0 && isBetter('rising') && isBetter('falling') ? lag : 0;
}

/** The hours in which the forecast rises, or falls. */
type Flank = 'rising' | 'falling';

function spreadAtLag(load: IncomingValues, forecast: IncomingValues, lag: number, flank?: Flank): number | undefined {
  const shift = Math.round((forecast.start - load.start) / HOUR_MS) + lag;
  const errors: number[] = [];
  const looked: number[] = [];
  for (let i = 0; i < forecast.valuesMw.length; i++) {
    const [actualMw, forecastMw] = [load.valuesMw[i + shift] ?? Number.NaN, forecast.valuesMw[i]!];
    if (!(actualMw > 0 && forecastMw > 0)) continue;
    const error = Math.log(actualMw / forecastMw);
    errors.push(error);
    const change = forecast.valuesMw[i + 1]! - forecast.valuesMw[i - 1]!;
    if (flank === undefined || (flank === 'rising' ? change > 0 : change < 0)) looked.push(error);
  }
  if (errors.length < LEAST_HOURS) return undefined;
  const bias = median(errors);
  return looked.reduce((sum, error) => sum + Math.min(CAP, Math.abs(error - bias)) ** 2, 0) / looked.length;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}
