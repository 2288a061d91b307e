import type { JSX } from 'preact';

const LINES = {
  actual: 'measured',
  forecast: 'our forecast',
  operator: 'the operator’s forecast',
  naive: 'same hour a week ago',
  ghost: 'our newest forecast',
} as const;

export type LegendKind = keyof typeof LINES | 'band';

/** What colours and dashes mean; the dashes alone are enough. */
export function Legend({ kinds }: { readonly kinds: readonly LegendKind[] }): JSX.Element {
  return (
    <ul class="legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true">
            {kind === 'band' ? (
              <rect class="band interval" width="34" height="12" rx="2" />
            ) : (
              <path class={`line ${kind}`} d="M1 6H33" />
            )}
          </svg>
          {kind === 'band' ? 'eight hours in ten fall inside' : LINES[kind]}
        </li>
      ))}
    </ul>
  );
}
