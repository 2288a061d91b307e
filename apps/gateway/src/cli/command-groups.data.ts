/** Commands that belong together, as help lists them: the name of each with an example, whose words follow `loadcast`. */
export const COMMAND_GROUPS: readonly {
  readonly title: string;
  readonly examples: Readonly<Record<string, string>>;
}[] = [
  {
    title: 'Run the service',
    examples: {
      serve: 'serve --now 2023-07-15T18:00Z',
      work: 'work',
      doctor: 'doctor --live',
      completion: 'completion bash',
    },
  },
  {
    title: 'Load and forecasts',
    examples: {
      'ingest eia930': 'ingest eia930 EIA930_*.csv.gz',
      backfill: 'backfill --from 2025-07-01 --to 2026-07-01',
      forecast: 'forecast --areas PJM,CAISO',
      backtest: 'backtest --from 2023-01-01 --to 2023-12-31 --out backtest-2023',
      lateness: 'lateness --days 7',
      verify: 'verify --area PJM',
      export: 'export --from 2026-01-01 --to 2026-06-30 --out files',
    },
  },
  {
    title: 'Areas',
    examples: {
      'areas list': 'areas list --available',
      'areas add': 'areas add BPAT TVA',
      'areas retire': 'areas retire TVA',
    },
  },
  {
    title: 'Accounts and keys',
    examples: {
      'accounts create': 'accounts create --email ana@example.com --plan-a developer',
      'accounts list': 'accounts list',
      'accounts set-plan': 'accounts set-plan --account ana@example.com --plan-a team',
      'accounts delete': 'accounts delete --account ana@example.com',
      'accounts set-password': 'accounts set-password --account ana@example.com --link',
      'accounts suspend': 'accounts suspend --account ana@example.com',
      'accounts resume': 'accounts resume --account ana@example.com',
      'accounts sessions': 'accounts sessions --account ana@example.com --end all',
      'accounts remove-second-factor':
        'accounts remove-second-factor --account ana@example.com --evidence "passport, ticket 12"',
      'accounts invite': 'accounts invite --email ana@example.com',
      'keys create': 'keys create --account ana@example.com --label nightly',
      'keys list': 'keys list --account ana@example.com',
      'keys rotate': 'keys rotate key_12 --overlap 7d',
      'keys revoke': 'keys revoke key_12',
      plans: 'plans',
      audit: 'audit --since 7d --outcome refused',
    },
  },
  {
    title: 'Forecasters and their forecasts',
    examples: {
      'forecasters add': 'forecasters add --account ana@example.com --name night --regions PJM',
      'forecasters list': 'forecasters list --account ana@example.com',
      'forecasters publish': 'forecasters publish fct_12 --account ana@example.com',
      'forecasters hide': 'forecasters hide fct_12 --account ana@example.com',
      'forecasters retire': 'forecasters retire fct_12 --account ana@example.com',
      submit: 'submit tomorrow.csv --account ana@example.com',
    },
  },
  {
    title: 'Webhooks',
    examples: {
      'webhooks create': 'webhooks create --account ana@example.com --url https://example.com/loadcast',
      'webhooks list': 'webhooks list --account ana@example.com',
      'webhooks rotate': 'webhooks rotate whk_12 --account ana@example.com --overlap 24h',
      'webhooks delete': 'webhooks delete whk_12 --account ana@example.com',
      'webhooks replay': 'webhooks replay whk_12 --account ana@example.com --event evt_12',
      'webhooks resume': 'webhooks resume whk_12 --account ana@example.com',
      'webhooks deliveries': 'webhooks deliveries whk_12 --account ana@example.com',
      'webhooks test': 'webhooks test whk_12 --account ana@example.com',
    },
  },
  {
    title: 'The store',
    examples: {
      backup: 'backup /backups/loadcast.db',
      restore: 'restore /backups/loadcast.db',
      migrate: 'migrate',
      copy: 'copy --from sqlite --to postgres',
    },
  },
];
