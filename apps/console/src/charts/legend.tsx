import type { JSX } from 'preact';

const LINES = {
  actual: 'measured',
  forecast: 'our forecast',
  operator: 'the operator’s forecast',
  naive: 'same hour a week ago',
  ghost: 'our newest forecast',
  past: 'our forecasts from one to seven days ago',
  normal: 'normal for the season',
} as const;

const BANDS = {
  band: { kinds: ['interval'], text: 'likely range: 8 in 10 hours' },
  half: { kinds: ['interval', 'half'], text: 'inner band: 5 in 10 hours' },
} as const;

export type LegendKind = 'restated' | keyof typeof LINES | keyof typeof BANDS;

const isBand = (kind: LegendKind): kind is keyof typeof BANDS => kind in BANDS;

const textOf = (kind: LegendKind): string =>
  kind === 'restated' ? 'load before revision' : isBand(kind) ? BANDS[kind].text : LINES[kind];

export interface KeyEntry {
  /** How its line looks; a band of several kinds, one above the other. */
  readonly kind: string;
  readonly text: string;
  readonly bands?: readonly string[];
}

/** What colors and dashes mean; the dashes alone are enough. @param kinds false: not drawn */
export function Legend({ kinds }: { readonly kinds: readonly (LegendKind | false)[] }): JSX.Element {
  return (
    <Key
      entries={kinds
        .filter((kind) => kind !== false)
        .map((kind) => ({
          kind,
          text: textOf(kind),
          ...(isBand(kind) && { bands: BANDS[kind].kinds }),
        }))}
    />
  );
}

/** A legend of a chart's own names. */
export function Key({ entries }: { readonly entries: readonly KeyEntry[] }): JSX.Element {
  return (
    <ul class="legend">
      {entries.map(({ kind, text, bands }) => (
        <li key={kind}>
          <svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true">
            {kind === 'restated' ? (
              <circle class="dot restated" cx="17" cy="6" r="3.5" />
            ) : bands ? (
              bands.map((band) => <rect key={band} class={`band ${band}`} width="34" height="12" rx="2" />)
            ) : (
              <path class={`line ${kind}`} d="M1 6H33" />
            )}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
