import type { JSX } from 'preact';
import { comparisonsOf } from '../../data/comparison.js';
import { type DayErrors, dayErrors } from '../../data/errors/hour-errors.js';
import type { Grid, PageState } from '../../data/facts.js';
import { scoredAreasOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { epochMs } from '../../time/epoch-ms.js';
import { dayPlus } from '../../time/market-day.js';
import { percent } from '../../time/megawatts.js';
import { wallTime } from '../../time/wall-clock.js';

const dayOf = ({ marketZone }: Grid, nowMs: number): string => dayPlus(wallTime(nowMs, marketZone).day, -1);

/** Yesterday as it was forecast at the day-ahead gate: the only forecasts that can be compared with the operator's. */
export function yesterdayPath(grid: Grid, nowMs: number): string {
  const day = dayOf(grid, nowMs);
  return `/demand/compare?region=${grid.code}&gate=dam&start=${day}&end=${day}&format=columns`;
}

interface YesterdayProps {
  readonly state: PageState;
  readonly grid: Grid;
  readonly nowMs: number;
}

/** Whether yesterday's forecast was nearer than the operator's, in a sentence. */
export function Yesterday({ state, grid, nowMs }: YesterdayProps): JSX.Element {
  const isShown = scoredAreasOf(state.facts).includes(grid);
  const { body, isWaiting } = useAnswer(state, isShown ? yesterdayPath(grid, nowMs) : undefined, {
    codes: [grid.code],
    subject: `yesterday of ${grid.code}`,
  });
  const [of] = body ? comparisonsOf(body, epochMs(String(body.meta['start'])), epochMs(String(body.meta['end']))) : [];
  const errors = of && dayErrors(of, dayOf(grid, nowMs), grid.marketZone);
  if (!errors)
    return (
      <p class="yesterday">
        {isWaiting
          ? 'Loading yesterday …'
          : isShown
            ? 'This comparison comes when yesterday’s load is complete, about 3 hours after midnight.'
            : 'Your plan does not include the comparison with the operator’s forecast.'}
      </p>
    );
  const { oursPct, operatorPct, isOperatorLate, inside, withBounds, hours } = errors;
  return (
    <p class="yesterday">
      <span class="peak-when">Yesterday ({hours} hours), forecast the day before</span>
      <strong>{verdictOf(errors)}</strong>
      <span>
        Ours was off by {percent(oursPct)} on average
        {operatorPct === null ? '. The operator published no forecast' : `, the operator’s by ${percent(operatorPct)}`}.
        {isOperatorLate && ' The operator published after ours was made.'}
        {withBounds > 0 && ` ${inside} of ${withBounds} hours were inside the likely range.`}
      </span>
      <span class="hint">
        One day proves little. <a href={`/accuracy?region=${grid.code}#closer`}>See four weeks</a>.
      </span>
    </p>
  );
}

function verdictOf({ oursPct, operatorPct }: DayErrors): string {
  if (operatorPct === null) return 'No operator forecast to compare with';
  return `Ours was ${oursPct < operatorPct ? 'more accurate' : 'less accurate'} than the operator’s`;
}
