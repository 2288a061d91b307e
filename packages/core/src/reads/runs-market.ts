import { gateVintages } from '../accuracy/gate-vintages.js';
import type { MarketRun } from '../horizons/horizon.js';
import { DAY_MS } from '../time/instant.js';
import { parseEpochMs } from '../time/read-instant.js';
import { gateInstant } from '../vintages/market-run.js';
import type { RunQuery } from './missing/why-no-run.js';
import { copyInto, emptyRun, type RunDeps, type RunForecast } from './runs-forecast.js';
import { issuesIn, issueWindow, type OperatingDay, operatingDaysOf } from './runs-issues.js';

/** Days read between two pauses; the pieces start on fixed days, so that repeated reads share cached results. */
const DAYS_PER_PIECE = 8;

/**
 * What a market run says of a window: for each operating day the last vintage available at that day's gate, for ever.
 *
 * Days whose gate lies after `asOf` have no run yet, and days before the first vintage never had one: both are NaN.
 *
 * @returns a run over exactly `query.window`
 */
export async function readMarketRun(deps: RunDeps, run: MarketRun, query: RunQuery): Promise<RunForecast> {
  const { area, window, asOf, version } = query;
  const result = emptyRun(window);
  const days = operatingDaysOf(area, window).filter(({ day }) => gateInstant(area, run, day) <= asOf);
  if (version !== undefined) {
    for (const { day, hours } of days) {
      const issue = (await issuesIn(deps, area, issueWindow(area, run, day), asOf))[version - 1];
      const vintage = issue === undefined ? undefined : await deps.vintages.newest(area.id, issue);
      if (vintage) copyInto(result, vintage, hours);
    }
    return result;
  }
  for (const piece of splitDays(days)) {
    const names = piece.map(({ day }) => day);
    const forecasts = await gateVintages(deps.vintages, area, run, names);
    piece.forEach(({ hours }, i) => {
      const forecast = forecasts[i];
      if (forecast) copyInto(result, { ...forecast, start: hours.start }, hours);
    });
    if (piece.length === DAYS_PER_PIECE) await deps.pause?.();
  }
  return result;
}

function splitDays(days: readonly OperatingDay[]): OperatingDay[][] {
  const pieces = new Map<number, OperatingDay[]>();
  for (const day of days) {
    const number = Math.floor(parseEpochMs(`${day.day}T00:00Z`) / DAY_MS / DAYS_PER_PIECE);
    pieces.set(number, [...(pieces.get(number) ?? []), day]);
  }
  return [...pieces.values()];
}
