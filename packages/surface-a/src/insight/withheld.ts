import { LIMITS } from '@loadcast/core/budgets';
import { readWithheld } from '@loadcast/core/insight';
import { SCREEN_FLAGS } from '@loadcast/core/series';
import { megawatts, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { hoursEndpoint } from './hours-endpoint.js';

/** GET /v1/withheld: what the source published of the hours of a range, and no answer serves. */
export const withheldEndpoint = hoursEndpoint({
  path: '/withheld',
  name: 'listWithheld',
  about: 'withheld',
  title: 'Published hours that we left out, and why',
  notes: [
    'One row per hour that the source published and that is withheld because it is not plausible load. An hour that is neither here nor in `/v1/demand/history` was not published. By default the range is the last 24 hours; it has at most 366 days.',
  ],
  examples: ['region=SPP&start=2026-11-19&end=2026-11-21&tz=market', 'region=all', 'region=all&format=csv'],
  // Few hours are withheld, so a year of them is a short answer.
  longestDays: LIMITS.withheld_days.bound,
  fields: {
    reported_mw: megawatts('Load as the source reports it, MW.'),
    reason: z
      .enum([...SCREEN_FLAGS.filter((flag) => flag !== 'good' && flag !== 'missing'), 'review'])
      .describe('What [screening](/docs/data) found; `review` if only a person found it.'),
    since: utcText().describe('When the withheld value became known.'),
    reviewed: z.enum(['yes', 'no']).describe('Whether a person checked the hour.'),
    finding: z.string().describe('What that person found.').optional(),
    source: z.string().describe('Where it can be checked.').optional(),
  },
  find: readWithheld,
  columns: ({ number, instant, text }) => [
    number('reported_mw', ({ valueMw }) => valueMw),
    text('reason', ({ reason }) => reason),
    instant('since', ({ since }) => since),
    text('reviewed', ({ review }) => (review ? 'yes' : 'no')),
    text('finding', ({ review }) => review?.reason),
    text('source', ({ review }) => review?.source),
  ],
});
