/** Commands that belong together, as help lists them: by the first word of their names. */
export const COMMAND_GROUPS: readonly { readonly title: string; readonly words: readonly string[] }[] = [
  { title: 'Run the service', words: ['serve', 'work', 'doctor', 'completion'] },
  {
    title: 'Load and forecasts',
    words: ['ingest', 'backfill', 'forecast', 'backtest', 'lateness', 'verify', 'export'],
  },
  { title: 'Areas', words: ['areas'] },
  { title: 'Accounts and keys', words: ['accounts', 'keys', 'plans', 'audit'] },
  { title: 'Forecasters and their forecasts', words: ['forecasters', 'submit'] },
  { title: 'Webhooks', words: ['webhooks'] },
  { title: 'The store', words: ['backup', 'restore', 'migrate', 'copy'] },
];
