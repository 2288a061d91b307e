export interface StatusAnswer {
  readonly data: {
    readonly service: readonly { readonly monitor: string; readonly message: string }[];
    readonly areas: readonly AreaStatus[];
  };
}

export interface AreaStatus {
  readonly region: string;
  readonly state: string;
  readonly message: string;
  readonly newest_actual: { readonly time_utc: string; readonly value_mw: number } | null;
  readonly next_expected_at: string | null;
  readonly newest_run: { readonly issued_at: string } | null;
  readonly gates_90_days: {
    readonly gates: number;
    readonly met: number;
    readonly met_pct: number | null;
    readonly missed: readonly string[];
  };
}

/** States in words, and how they are shown. */
export const STATES: Readonly<Record<string, { readonly text: string; readonly tone: 'good' | 'bad' }>> = {
  ok: { text: 'up to date', tone: 'good' },
  source_late: { text: 'source is late', tone: 'bad' },
  frozen: { text: 'source sends stale values', tone: 'bad' },
  clock_suspect: { text: 'hours may be off by one', tone: 'bad' },
  degraded: { text: 'degraded', tone: 'bad' },
};
