import { type EndpointDescription, REPORT_HEADERS, UTILITY_HEADER_ROWS } from '@loadcast/formats';
import { demandQuery } from '../demand.js';
import { historicalQuery } from '../historical.js';
import { areasQuery } from '../tac-areas.js';
import { demandAnswer, historicalAnswer, tacAreasAnswer } from './answers.js';

const RANGE = 'startdatetime=20261120T08:00-0000&enddatetime=20261120T12:00-0000';

export const demandEndpoint = {
  path: '/demand',
  name: 'getUtilityForecast',
  title: 'The day-ahead load forecast of a California utility',
  notes: [
    '`DAM` and `2DA` are the forecasts fixed at 09:00 Pacific one and two days before; `RTM` is for each hour the newest forecast that was available before the hour began.',
  ],
  access: 'key',
  conditional: true,
  query: demandQuery,
  answers: [
    { type: 'application/xml', text: 'An OASISReport with LOWER_BOUND and UPPER_BOUND after VALUE.' },
    {
      type: 'text/csv',
      text: 'INTERVAL_START, INTERVAL_END, TAC_AREA, MARKET_RUN_ID, VALUE, LOWER_BOUND, UPPER_BOUND, UNITS.',
      columns: UTILITY_HEADER_ROWS,
    },
    { type: 'application/json', schema: demandAnswer },
  ],
  errors: ['no_data'],
  headers: REPORT_HEADERS,
  errorTypes: ['application/xml', 'application/json'],
  examples: [
    `tac_area=PGE&${RANGE}`,
    `tac_area=SCE&${RANGE}&market_run_id=RTM&resultformat=6`,
    `tac_area=SDGE&${RANGE}&market_run_id=2DA&resultformat=7&issued=1`,
  ],
} as const satisfies EndpointDescription;

export const historicalEndpoint = {
  path: '/historical',
  name: 'getUtilityAccuracy',
  title: 'How good the DAM forecast of a utility was on one day',
  access: 'key',
  conditional: true,
  query: historicalQuery,
  answers: [{ type: 'application/json', schema: historicalAnswer }],
  errors: ['no_data'],
  examples: ['tac_area=PGE&date=2026-11-19', 'tac_area=VEA&date=2026-11-19&metric=mape'],
} as const satisfies EndpointDescription;

export const tacAreasEndpoint = {
  path: '/tac-areas',
  name: 'listUtilities',
  title: 'The utilities, with their territories and runs',
  access: 'key',
  conditional: true,
  query: areasQuery,
  answers: [{ type: 'application/json', schema: tacAreasAnswer }],
  examples: [''],
} as const satisfies EndpointDescription;
