import { type EndpointDescription, ISSUE_HEADERS } from '@loadcast/formats';
import { JSON_ANSWER, READS, TABLES } from '../../endpoints/answer-types.data.js';
import { driversAnswer, peaksAnswer, scenariosAnswer } from './answers.js';
import { driversQuery } from './drivers.js';
import { peaksQuery } from './peaks.js';
import { scenariosQuery } from './scenarios.js';

export const driversEndpoint = {
  ...READS,
  path: '/demand/drivers',
  name: 'getDrivers',
  title: 'Why the forecast is what it is',
  notes: [
    'The forecast of each hour split into parts that add up to it, as they were kept with the run: climatology, holiday, recent load, neighbours, operator, weather. Parts are whole steps of half a percent of the mean load; what rounding leaves over is in the recent load. By default the next 24 hours of the newest run; `gate` and `lead` choose runs as on the forecast.',
    'For plans with p10 and p90. Runs of before drivers were kept have none: `hours_without_drivers` counts their hours.',
  ],
  query: driversQuery,
  headers: ISSUE_HEADERS,
  answers: [{ type: JSON_ANSWER, schema: driversAnswer }, ...TABLES],
  examples: ['region=PJM&tz=market', 'region=CAISO,PGE&format=csv', 'region=ERCOT&format=columns'],
} as const satisfies EndpointDescription;

export const scenariosEndpoint = {
  ...READS,
  path: '/demand/scenarios',
  name: 'getScenarios',
  title: 'Joint paths of a run',
  notes: [
    'At most 200 equally likely paths of the load. In each hour they spread as the run’s bounds say, and the hours of a path go together as errors did: sums, maxima and ramps can be counted over them. The paths are made from the run alone: the same `run_id` gives the same paths, and path 7 is the same whatever `n` is.',
    'For plans with p10 and p90. Without `run_id`, the newest run of `region`.',
  ],
  query: scenariosQuery,
  headers: ISSUE_HEADERS,
  answers: [{ type: JSON_ANSWER, schema: scenariosAnswer }, ...TABLES],
  examples: [
    'region=PJM&n=3',
    'region=PJM&n=2&tz=market',
    'region=CAISO&n=2&tz=market&format=csv',
    'run_id=PJM-newest&n=2&format=columns',
  ],
} as const satisfies EndpointDescription;

export const peaksEndpoint = {
  ...READS,
  path: '/demand/peaks',
  name: 'getPeaks',
  title: 'The highest hour of each day: how high, when, and how likely it counts',
  notes: [
    'A row an operating day, by default today and the six days after: the expected peak with its bounds, the most likely hour, the probability of each hour, and that the day is the highest of the month, of the season so far, and one of the days of a coincident-peak rule (ERCOT 4CP, PJM 5CP, NYISO and ISO-NE 1CP). Days that no forecast reaches are taken from past years. How often such probabilities came true: docs/peaks.md.',
    'Odds of a day that is over are those of its start, or of `gate`, beside what happened. A probability for which too little is known is absent. Plans without p10 and p90 get the expected peak and its hour.',
  ],
  query: peaksQuery,
  headers: ISSUE_HEADERS,
  answers: [{ type: JSON_ANSWER, schema: peaksAnswer }, ...TABLES],
  examples: [
    'region=ISONE&tz=market',
    'region=ISONE&start=2026-11-01&end=2026-11-20&tz=market',
    'region=ISONE&gate=dam&start=2026-11-19&end=2026-11-22&format=csv',
    'region=CAISO&format=columns',
  ],
} as const satisfies EndpointDescription;
