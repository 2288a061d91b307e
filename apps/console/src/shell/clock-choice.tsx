import type { JSX } from 'preact';
import { CLOCKS, type Clock } from '../time/wall-clock.js';

const TEXTS: Readonly<Record<Clock, string>> = { grid: 'the grid’s', utc: 'UTC', own: 'mine' };

export const readClock = (text: string | null): Clock => CLOCKS.find((clock) => clock === text) ?? 'grid';

/** Whose clock hours are written by. */
export function ClockChoice({ clock, onChoose }: { clock: Clock; onChoose: (clock: Clock) => void }): JSX.Element {
  return (
    <Choice legend="Clock" options={CLOCKS.map((id) => ({ id, text: TEXTS[id] }))} chosen={clock} onChoose={onChoose} />
  );
}

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly options: readonly { readonly id: T; readonly text: string }[];
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
}

/** One of a few: buttons in a row. */
export function Choice<T extends string>({ legend, options, chosen, onChoose }: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map(({ id, text }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
