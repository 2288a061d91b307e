import type { JSX } from 'preact';

const ENTRIES = {
  actual: { text: 'measured' },
  forecast: { text: 'our forecast' },
  operator: { text: 'the operator’s forecast' },
  ghost: { text: 'our newest forecast' },
  past: { text: 'our forecasts from one to seven days ago' },
  normal: { text: 'normal for the season' },
  restated: { text: 'load before revision' },
  band: { text: 'likely range: 8 in 10 hours', bands: ['interval'] },
  half: { text: 'inner band: 5 in 10 hours', bands: ['interval', 'half'] },
} as const satisfies Readonly<Record<string, Omit<KeyEntry, 'kind'>>>;

export interface KeyEntry {
  /** How its line looks; a band of several kinds, one above the other. */
  readonly kind: string;
  readonly text: string;
  readonly bands?: readonly string[];
}

/** What colors and dashes mean; the dashes alone are enough. @param kinds false: not drawn */
export function Legend({ kinds }: { readonly kinds: readonly (keyof typeof ENTRIES | false)[] }): JSX.Element {
  return <Key entries={kinds.filter((kind) => kind !== false).map((kind) => ({ kind, ...ENTRIES[kind] }))} />;
}

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
