import type { JSX } from 'preact';

const LINES = {
  actual: 'measured',
  forecast: 'our forecast',
  operator: 'the operator’s forecast',
  naive: 'same hour a week ago',
  ghost: 'our newest forecast',
  normal: 'normal for the season',
} as const;

const BANDS = {
  band: { kinds: ['interval'], text: 'eight hours in ten fall inside' },
  half: { kinds: ['interval', 'half'], text: 'five of them inside the inner part' },
} as const;

export type LegendKind = 'restated' | keyof typeof LINES | keyof typeof BANDS;

const isBand = (kind: LegendKind): kind is keyof typeof BANDS => kind in BANDS;

const textOf = (kind: LegendKind): string =>
  kind === 'restated' ? 'load before it was restated' : isBand(kind) ? BANDS[kind].text : LINES[kind];

/** What colours and dashes mean; the dashes alone are enough. */
export function Legend({ kinds }: { readonly kinds: readonly LegendKind[] }): JSX.Element {
  return (
    <ul class="legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true">
            {kind === 'restated' ? (
              <circle class="dot restated" cx="17" cy="6" r="3.5" />
            ) : isBand(kind) ? (
              BANDS[kind].kinds.map((band) => <rect key={band} class={`band ${band}`} width="34" height="12" rx="2" />)
            ) : (
              <path class={`line ${kind}`} d="M1 6H33" />
            )}
          </svg>
          {textOf(kind)}
        </li>
      ))}
    </ul>
  );
}
