import type { AnswerDescription } from '@loadcast/formats';

export const JSON_ANSWER = 'application/json';

/** The other formats of an endpoint with rows. */
export const TABLES: readonly AnswerDescription[] = [
  { type: 'text/csv', text: '`format=csv`: a header row and a line for each row.' },
  { type: 'application/x-ndjson', text: '`format=ndjson`: a JSON object a line.' },
  {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    text: '`format=xlsx`: a sheet whose times are dates.',
  },
];

/** What endpoints that read load or forecasts have in common. */
export const READS = { access: 'key', conditional: true, errors: ['plan_limit', 'no_data'] } as const;
