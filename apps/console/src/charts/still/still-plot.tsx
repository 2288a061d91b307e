import type { JSX } from 'preact';
import { Key, type KeyEntry } from '../legend.js';
import { Plot, type PlotProps } from '../plot.js';

export interface StillPlotProps extends Omit<PlotProps, 'cursor'> {
  readonly title: string;
  readonly unit: string;
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

/** What a chart shows, and in what. */
export function StillTitle({ title, unit }: { readonly title: string; readonly unit: string }): JSX.Element {
  return (
    <figcaption>
      <b>{title}</b> <span class="hint">{unit}</span>
    </figcaption>
  );
}
