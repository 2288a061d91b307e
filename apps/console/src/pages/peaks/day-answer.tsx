import type { JSX } from 'preact';
import type { Grid, Program } from '../../data/facts.js';
import { likeliestPct, oddsText, type PeakDay } from '../../data/peaks/peak-days.js';
import { dayText } from '../../time/market-day.js';
import { forecastMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';
import { OddsOfHour, PeakRange } from './peak-words.js';

interface DayAnswerProps {
  readonly of: PeakDay;
  /** `Today` */
  readonly name: string;
  readonly grid: Grid;
  readonly programs: readonly Program[];
}

/** One day: how high, when, and the odds that it counts. */
export function DayAnswer({ of, name, grid, programs }: DayAnswerProps): JSX.Element {
  const { day, state, peakMw, p10, p90, startMs, program } = of;
  if (state === 'pending' || peakMw === null || startMs === undefined)
    return (
      <p class="peak">
        <span class="peak-when">
          {name}, {dayText(day)}
        </span>
        Not enough data for this day yet.
      </p>
    );
  const hourPct = likeliestPct(of, grid.marketZone);
  const rule = programs.find(({ id }) => id === program);
  return (
    <div>
      <p class="peak">
        <span class="peak-when">
          {name}, {dayText(day)}
        </span>
        <strong>{forecastMw(peakMw)} MW</strong>
        <span class="peak-hour">{hourText(startMs, grid.marketZone)}</span>
        <OddsOfHour pct={hourPct} />
        <PeakRange p10={p10} p90={p90} />
      </p>
      {hourPct !== null && (
        <dl class="odds">
          <Odds name="highest day of the month" pct={of.monthPct} />
          <Odds name={`highest of the ${of.season ?? 'season'} so far`} pct={of.seasonPct} />
          {rule && <Odds name={`a ${rule.name} day`} pct={of.programPct} />}
        </dl>
      )}
    </div>
  );
}

function Odds({ name, pct }: { readonly name: string; readonly pct: number | null }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <svg width="72" height="8" viewBox="0 0 72 8" aria-hidden="true">
          <rect class="odds-all" width="72" height="8" rx="2" />
          <rect class="odds-part" width={(72 * (pct ?? 0)) / 100} height="8" rx="2" />
        </svg>{' '}
        {oddsText(pct)}
      </dd>
    </div>
  );
}
