import type { JSX } from 'preact';
import type { Program } from '../../data/facts.js';
import type { PeakDay } from '../../data/peaks/peak-days.js';

interface ProgramRuleProps {
  readonly programs: readonly Program[];
  /** Undefined where nothing is known of them yet. */
  readonly days: readonly PeakDay[] | undefined;
}

/** The coincident-peak rule of a grid in a sentence, and whether one of the days shown counts for it. */
export function ProgramRule({ programs, days }: ProgramRuleProps): JSX.Element {
  if (programs.length === 0)
    return <p class="hint">This grid has no coincident-peak program. Use the odds for the month and the season.</p>;
  return (
    <>
      {programs.map(({ id, name, rule, season }) => (
        <p key={id} class="hint">
          <b>{name}</b> {rule}{' '}
          {days &&
            (days.some(({ program }) => program === id)
              ? 'Ranked by EIA’s hourly load; settlement may differ.'
              : `These days are outside the ${name} season (${season}).`)}
        </p>
      ))}
    </>
  );
}
