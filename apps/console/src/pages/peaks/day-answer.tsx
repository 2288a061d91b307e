import type { JSX } from 'preact';
import type { Grid, Program } from '../../data/facts.js';
import { likeliestPct, oddsText, type PeakDay } from '../../data/peaks/peak-days.js';
import { PeakLine } from './peak-words.js';

interface DayAnswerProps {
  readonly of: PeakDay;
  /** `Today` */
  readonly name: string;
  readonly grid: Grid;
  readonly programs: readonly Program[];
}

/** One day: how high, when, and the odds that it counts. */
export function DayAnswer({ of, name, grid, programs }: DayAnswerProps): JSX.Element {
  const rule = programs.find(({ id }) => id === of.program);
  return (
    <div>
      <PeakLine
        name={name}
        day={of.day}
        of={of}
        zone={grid.marketZone}
        marketZone={grid.marketZone}
        empty={
          of.hasRun
            ? 'No peak yet: some hours of this day have neither measured load nor an earlier forecast. It comes with either, usually within two hours.'
            : 'This day’s odds come with the next forecast, within the hour.'
        }
      />
      {of.state !== 'pending' && likeliestPct(of, grid.marketZone) !== null && (
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
