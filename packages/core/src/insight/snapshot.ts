import type { Area } from '../areas/area.js';
import { type MeasuredHour, newestMeasured } from '../reads/screened-hours.js';
import { valueKnownAt } from '../series/known-series.js';
import { ceilToHour, type EpochMs, floorToHour, HOUR_MS } from '../time/instant.js';
import { addDays, localDay, operatingDayWindow } from '../time/operating-day.js';
import type { Vintage, VintageHeader } from '../vintages/vintage.js';
import { type ExpectedPeak, type PeakDeps, readWindowPeaks } from './peaks.js';

/** The known state of an area at an instant. A part that nothing is known of is undefined, or NaN. */
export interface AreaSnapshot {
  readonly area: Area;
  /** Start of the hour that the instant lies in. */
  readonly hour: EpochMs;
  /** Forecast of that hour, MW, by the newest run that was available when it began. Bounds are NaN where it has none. */
  readonly now: { readonly valueMw: number; readonly p10Mw: number; readonly p90Mw: number } | undefined;
  /** The operator's forecast of that hour, MW. */
  readonly operatorMw: number;
  /** The newest hour that was measured, and that screening lets pass. */
  readonly actual: MeasuredHour | undefined;
  /** The peak of the 24 full hours ahead, which may be today's. */
  readonly peak: ExpectedPeak | undefined;
  /** The peak of the next operating day of the market. */
  readonly tomorrowsPeak: ExpectedPeak | undefined;
  readonly run: VintageHeader | undefined;
}

const PEAK_WITHIN_HOURS = 24;

/**
 * The state of an area known at `asOf`: measured load, and the forecasts of this hour and of the peaks to come.
 *
 * An area without known data gives a snapshot without values.
 */
export async function readSnapshot(deps: PeakDeps, area: Area, asOf: EpochMs): Promise<AreaSnapshot> {
  const [load, operator, run] = await Promise.all([
    deps.actuals.read({ series: area.series, measure: 'demand' }),
    deps.actuals.read({ series: area.series, measure: 'day_ahead_forecast' }),
    deps.vintages.newest(area.id, asOf),
  ]);
  const hour = floorToHour(asOf);
  // A run begins with the first full hour after its issue: the current hour is in an earlier one.
  const runOfHour = run && run.start > hour ? await deps.vintages.newest(area.id, hour) : run;
  const ahead = ceilToHour(asOf);
  const tomorrow = operatingDayWindow(area.marketTimezone, addDays(localDay(area.marketTimezone, asOf), 1));
  const windows = [{ start: ahead, end: ahead + PEAK_WITHIN_HOURS * HOUR_MS }, tomorrow];
  const [peak, tomorrowsPeak] = await readWindowPeaks(deps, area, windows, asOf);
  const operatorMw = valueKnownAt(operator, hour, asOf);
  return {
    area,
    hour,
    now: runOfHour && readHour(runOfHour, hour),
    operatorMw: operatorMw > 0 ? operatorMw : Number.NaN,
    actual: await newestMeasured(deps.actuals, area, load, asOf),
    peak,
    tomorrowsPeak,
    run,
  };
}

function readHour({ start, valueMw, p10Mw, p90Mw }: Vintage, hour: EpochMs): AreaSnapshot['now'] {
  const at = Math.round((hour - start) / HOUR_MS);
  const value = valueMw[at];
  return value === undefined ? undefined : { valueMw: value, p10Mw: p10Mw[at]!, p90Mw: p90Mw[at]! };
}
