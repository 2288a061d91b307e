import type { JSX } from 'preact';
import { Key, type KeyEntry } from '../legend.js';
import { Plot, type PlotProps } from '../plot.js';
import type { Titled } from './still-charts.js';

interface StillPlotProps extends Omit<PlotProps, 'cursor'>, Titled {
  /** What its lines mean; fewer than two need no legend. */
  readonly legend: readonly KeyEntry[];
}

/** A chart without interaction, for pages without a script. */
export function StillPlot({ title, unit, legend, ...plot }: StillPlotProps): JSX.Element {
  return (
    <figure class="still">
      <StillTitle title={title} unit={unit} />
      <div class="plot">
        <svg role="img" aria-label={title}>
          <Plot {...plot} />
        </svg>
      </div>
      {legend.length > 1 && <Key entries={legend} />}
    </figure>
  );
}

export function StillTitle({ title, unit }: Titled): JSX.Element {
  return (
    <figcaption>
      <b>{title}</b> <span class="hint">{unit}</span>
    </figcaption>
  );
}
