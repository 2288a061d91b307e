import type { EndpointDescription } from '@loadcast/formats';
import { JSON_ANSWER, READS, TABLES } from '../endpoints/answer-types.data.js';
import { snapshotAnswer } from './answers.js';
import { snapshotQuery } from './snapshot.js';

export const snapshotEndpoint = {
  ...READS,
  path: '/demand/snapshot',
  name: 'getSnapshot',
  title: 'All regions at one instant',
  notes: [
    'A row a region: the newest measured hour, the forecast of the current hour and of the next peak, the operator’s forecast, and how old they are. One call for a dashboard: it counts as one request, and against no cap of a region.',
  ],
  query: snapshotQuery,
  answers: [{ type: JSON_ANSWER, schema: snapshotAnswer }, ...TABLES],
  examples: [
    '',
    'region=CAISO,PGE&tz=market',
    'as_of=2026-11-20T16:00:00Z',
    'region=all&format=csv',
    'region=PJM&format=columns',
  ],
} as const satisfies EndpointDescription;
