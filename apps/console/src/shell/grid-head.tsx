import type { JSX } from 'preact';
import type { Facts, Grid } from '../data/facts.js';

const PLACES = [
  { end: '', text: 'Forecast' },
  { end: '/time', text: 'Past forecasts' },
  { end: '/peaks', text: 'Peaks' },
] as const;

interface GridHeadProps {
  readonly grid: Grid;
  readonly facts: Facts;
  /** Which of a grid's pages this is. */
  readonly end: (typeof PLACES)[number]['end'];
}

/** The name of a grid, its pages, and the same page of the other grids. */
export function GridHead({ grid, facts, end }: GridHeadProps): JSX.Element {
  return (
    <div class="grid-head">
      <h1>
        {grid.code} <small>{grid.name}</small>
      </h1>
      <nav class="tabs" aria-label={`Pages of ${grid.code}`}>
        {PLACES.map((place) => (
          <a
            key={place.end}
            href={`/r/${grid.code}${place.end}`}
            {...(place.end === end && { 'aria-current': 'page' })}
          >
            {place.text}
          </a>
        ))}
        <a href={`/withheld?region=${grid.code}`}>Withheld hours</a>
      </nav>
      <nav class="tabs others" aria-label="Other grids">
        {[...facts.grids, ...facts.utilities]
          .filter(({ code }) => code !== grid.code)
          .map(({ code }) => (
            <a key={code} href={`/r/${code}${end}`}>
              {code}
            </a>
          ))}
      </nav>
    </div>
  );
}
