import type { JSX } from 'preact';
import type { Comparison } from '../../data/comparison.js';
import { dayErrors } from '../../data/day-errors.js';
import { percent } from '../../time/megawatts.js';
import { HOUR_MS, wallTime } from '../../time/wall-clock.js';

interface YesterdayProps {
  readonly of: Comparison;
  readonly gridZone: string;
  readonly nowMs: number;
  readonly isNewest: boolean;
}

/** Whether yesterday's forecast was nearer than the operator's, in a sentence. */
export function Yesterday({ of, gridZone, nowMs, isNewest }: YesterdayProps): JSX.Element {
  const today = wallTime(nowMs, gridZone).day;
  let at = nowMs;
  while (wallTime(at, gridZone).day === today) at -= HOUR_MS;
  const errors = dayErrors(of, wallTime(at, gridZone).day, gridZone);
  if (!errors)
    return (
      <p class="yesterday">
        Yesterday cannot be compared yet: too few of its hours are measured, or have both forecasts.
      </p>
    );
  const { oursPct, operatorPct, inside, withBounds, hours } = errors;
  const verdict = oursPct < operatorPct ? 'nearer than the operator' : 'further off than the operator';
  return (
    <p class="yesterday">
      <span class="peak-when">Yesterday, {hours} hours</span>
      <strong>{verdict}</strong>
      <span>
        Ours was off by {percent(oursPct)} on average, the operator’s by {percent(operatorPct)}.
        {withBounds > 0 && ` ${inside} of ${withBounds} hours fell inside the band.`}
      </span>
      {isNewest && (
        <span class="hint">Newest forecast before each hour. For a fair race choose the day-ahead gate.</span>
      )}
    </p>
  );
}
