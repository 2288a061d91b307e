import type { JSX } from 'preact';
import type { PageQuery } from '../data/page-query.js';
import { CLOCKS, type Clock, type GridZones } from '../time/wall-clock.js';

const TEXTS: Readonly<Record<Clock, string>> = {
  grid: 'the grid’s',
  local: 'local time',
  utc: 'UTC',
  own: 'mine',
};

export const readClock = (query: URLSearchParams): Clock =>
  CLOCKS.find((clock) => clock === query.get('clock')) ?? 'grid';

interface ClockChoiceProps {
  readonly query: PageQuery;
  /** The grid of a page of one: the clock of its people is offered where it is another. */
  readonly grid?: GridZones;
}

/** Whose clock hours are written by. */
export function ClockChoice({ query: [query, change], grid }: ClockChoiceProps): JSX.Element {
  const clock = readClock(query);
  const hasLocal = grid !== undefined && grid.zone !== grid.marketZone;
  const clocks = CLOCKS.filter((id) => id !== 'local' || hasLocal);
  return (
    <Choice
      legend="Clock"
      options={clocks.map((id) => ({ id, text: TEXTS[id] }))}
      chosen={clocks.includes(clock) ? clock : 'grid'}
      onChoose={(id) => change({ clock: id === 'grid' ? undefined : id })}
    />
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
