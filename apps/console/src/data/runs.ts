/** Hours before each hour at which a forecast of it can be chosen. */
export const LEADS = ['1h', '6h', '24h'] as const;

/** Which of our forecasts counts for an hour: the run of the day-ahead gate, or the one that was there some hours before. */
interface Run {
  readonly id: string;
  readonly text: string;
  readonly query: string;
}

export const GATE_RUN: Run = { id: 'dam', text: 'day-ahead gate', query: 'gate=dam' };

export const RUNS: readonly Run[] = [
  GATE_RUN,
  ...LEADS.slice(1).map((lead) => ({ id: lead, text: `${lead.slice(0, -1)} hours ahead`, query: `lead=${lead}` })),
];
