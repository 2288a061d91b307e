import { revisionsOf } from '@loadcast/core/insight';
import { megawatts, utcText } from '@loadcast/formats';
import { hoursEndpoint } from './hours-endpoint.js';

/** GET /v1/demand/revisions: what the source restated of the hours of a range. */
export const revisionsEndpoint = hoursEndpoint({
  path: '/demand/revisions',
  name: 'listRevisions',
  about: 'revisions',
  title: 'Restatements of measured load by the source',
  notes: [
    'One row per restatement in the range: the old value, the new one, and when it became known. Republished equal values do not count. By default the range is the last 24 hours.',
  ],
  examples: ['region=PJM&start=2026-11-19&end=2026-11-21&tz=market', 'region=all', 'region=PJM&format=columns'],
  fields: {
    old_mw: megawatts('Load as it was known before, MW.'),
    new_mw: megawatts('Load as restated, MW.'),
    change_mw: megawatts('New minus old value, MW.'),
    known_at: utcText().describe('When the new value became known.'),
  },
  find: async ({ actuals }, { series }, window, asOf) =>
    revisionsOf(await actuals.read({ series, measure: 'demand' }), window, asOf),
  columns: ({ number, instant }) => [
    number('old_mw', ({ oldMw }) => oldMw),
    number('new_mw', ({ newMw }) => newMw),
    number('change_mw', ({ oldMw, newMw }) => newMw - oldMw),
    instant('known_at', ({ knownAt }) => knownAt),
  ],
});
