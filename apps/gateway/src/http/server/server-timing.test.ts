import { json, type Reply } from '@loadcast/formats';
import { expect, test } from 'vitest';
import { withServerTiming } from './server-timing.js';

const REPLY: Reply = { ...json(200, { fine: true }), own: { ratelimit: '"hourly";r=9' }, sent: new Map() };

test.each([
  { name: 'an answer at once has its total', trace: {}, answer: () => REPLY, timing: /^total;dur=\d+\.\d$/ },
  {
    name: 'one that waited for its turn has that before it',
    trace: { waitedMs: 12 },
    answer: async () => REPLY,
    timing: /^queue;dur=12, total;dur=\d+\.\d$/,
  },
])('$name, and all else of the answer stays', async ({ trace, answer, timing }) => {
  const timed = await withServerTiming({ trace }, answer);
  expect(timed).toEqual({ ...REPLY, own: { ...REPLY.own, 'server-timing': expect.stringMatching(timing) } });
  expect(timed.sent).toBe(REPLY.sent);
});
