/** Files that read the list of all areas and are to be given a snapshot. The list only gets shorter. */
export const READ_CONTRACT_AREAS: readonly string[] = [
  'apps/gateway/src/cli/commands/backtest/backtest.ts',
  'apps/gateway/src/cli/commands/backtest/options.ts',
  'apps/gateway/src/cli/commands/backtest/peaks-table.ts',
  'apps/gateway/src/cli/commands/backtest/summary-table.ts',
  'packages/backtest/src/judge/judge-runs.ts',
  'packages/backtest/src/points-csv.ts',
  'packages/backtest/src/read-csv-file.ts',
  'packages/backtest/src/replay-areas.ts',
  'packages/backtest/src/replay.ts',
  'packages/backtest/src/report/area-section.ts',
  'packages/backtest/src/report/report.ts',
  'packages/backtest/src/runtime.ts',
  'packages/backtest/src/summary.ts',
  'packages/backtest/src/weather-file.ts',
  'packages/backtest/src/weather-row.ts',
];
