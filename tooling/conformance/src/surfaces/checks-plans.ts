import assert from 'node:assert/strict';
import * as z from 'zod';
import { type Check, NotYet } from '../check.js';
import { askFailure, requireFailure } from '../failures.js';
import { addDays, DAY_MS } from '../known/market-time.js';
import { range, yesterday } from '../load-reports.js';
import type { Answer, Service } from '../service.js';

/** Fields of `details` on a rate limit: exactly these. */
const limitDetails = z.strictObject({
  plan: z.enum(['Free', 'Trial']),
  limit_hourly: z.literal(100),
  remaining_hourly: z.int().nonnegative(),
  limit_daily: z.literal(1000),
  remaining_daily: z.int().nonnegative(),
  retry_after_seconds: z.int().positive(),
});

function small({ smallKey }: Service): { readonly key: string } {
  if (smallKey === undefined) throw new NotYet('no key on small plans was given (--small-key)');
  return { key: smallKey };
}

/** Asks until the plan refuses: 100 an hour, and the hour may turn on the way. */
async function untilRefused(service: Service, path: string): Promise<Answer> {
  for (let i = 0; i <= 200; i++) {
    const answer = await service.ask(path, small(service));
    if (answer.status === 429) return answer;
  }
  assert.fail('201 requests were all admitted');
}

function requireRetryAfter({ headers }: Answer): void {
  assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/);
}

const limitChecks: readonly Check[] = [
  {
    name: '/oasis on Trial is rate_limited in xml, then in json with the six details',
    async run(service) {
      const path = '/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=CISO';
      const inXml = await untilRefused(service, path);
      requireFailure(inXml, { code: 'rate_limited', format: 'xml', names: 'Trial' });
      requireRetryAfter(inXml);
      const inJson = await service.ask(`${path}&resultformat=7`, small(service));
      requireFailure(inJson, { code: 'rate_limited', format: 'json', names: 'Trial' });
      const details = limitDetails.parse(JSON.parse(inJson.text).error.details);
      assert.equal(String(details.retry_after_seconds), inJson.headers['retry-after']);
      const zip = await service.ask('/oasisapi/SingleZip?queryname=SLD_FCST', small(service));
      requireFailure(zip, { code: 'rate_limited', format: 'xml' });
      requireRetryAfter(zip);
      const areas = await service.ask('/oasis?queryname=TAC_AREAS', small(service));
      assert.equal(areas.status, 200);
    },
  },
  {
    name: '/forecast/v1 on Trial is rate_limited',
    async run(service) {
      const answer = await untilRefused(service, '/forecast/v1/tac-areas');
      requireFailure(answer, { code: 'rate_limited', format: 'json', names: 'Trial' });
      limitDetails.parse(JSON.parse(answer.text).error.details);
      requireRetryAfter(answer);
    },
  },
  {
    name: '/v1/demand on Free is rate_limited per region after 50, under every code of the region',
    async run(service) {
      let refused: Answer | undefined;
      for (let i = 0; i <= 100 && refused?.status !== 429; i++) {
        refused = await service.ask(`/v1/demand/latest?region=${['SPP', 'SWPP', 'spp'][i % 3]}`, small(service));
      }
      assert.ok(refused);
      requireFailure(refused, { code: 'rate_limited', format: 'json', names: 'SPP' });
      limitDetails.parse(JSON.parse(refused.text).error.details);
      requireRetryAfter(refused);
      const other = await service.ask('/v1/demand/latest?region=MISO', small(service));
      assert.equal(other.status, 200, 'another region is refused too');
    },
  },
];

/** What a small account is refused once its hour is used up. */
const refusedPath = '/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=CISO&resultformat=7';

const waitingChecks: readonly Check[] = [
  {
    name: 'Retry-After waited out is enough, and two seconds less is not',
    async run(service) {
      const refused = await untilRefused(service, refusedPath);
      requireFailure(refused, { code: 'rate_limited', format: 'json', names: 'Trial' });
      const seconds = Number(refused.headers['retry-after']);
      if (seconds > service.longestWaitSeconds) throw new NotYet(`the hour ends in ${seconds} s (--wait)`);
      if (seconds > 2) {
        await service.wait(seconds - 2);
        assert.equal((await service.ask(refusedPath, small(service))).status, 429, 'less would have been enough');
      }
      await service.wait(Math.min(seconds, 2));
      assert.notEqual((await service.ask(refusedPath, small(service))).status, 429, 'it is not enough');
    },
  },
];

const planChecks: readonly Check[] = [
  {
    name: '/v1/demand/forecast on Free has no p10 and no p90',
    async run(service) {
      const { status, text } = await service.ask('/v1/demand/forecast?region=ISONE', small(service));
      assert.equal(status, 200);
      assert.doesNotMatch(text, /p10|p90/);
    },
  },
  ...[
    { path: () => '/v1/demand/forecast?region=ISONE&horizon=7d', format: 'json' as const },
    { path: () => '/v1/demand/forecast?region=ISONE&horizon=15d', format: 'json' as const },
    { path: () => '/v1/demand/forecast?region=ISONE&resolution=15min', format: 'json' as const },
    {
      path: ({ now }: Service) => `/v1/demand/history?region=ISONE&start=${new Date(now - 3 * DAY_MS).toISOString()}`,
      format: 'json' as const,
    },
    ...['latest?', 'forecast?', 'forecast?include=operator&', 'accuracy?', 'snapshot?', 'runs/ISONE-newest/proof?'].map(
      (read) => ({
        path: ({ now }: Service) => `/v1/demand/${read}region=ISONE&as_of=${new Date(now - 3 * DAY_MS).toISOString()}`,
        format: 'json' as const,
      }),
    ),
    {
      path: (service: Service) =>
        `/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=ISNE&${range({ start: service.now - 3 * DAY_MS, end: service.now - 2 * DAY_MS })}`,
      format: 'xml' as const,
    },
    {
      path: (service: Service) =>
        `/v1/oasis?queryname=SLD_FCST&market_run_id=7DA&tac_area_name=ISNE&${range(yesterday(service, 'ISNE'))}`,
      format: 'xml' as const,
    },
    {
      path: ({ now }: Service) =>
        `/v1/oasis?queryname=SLD_ACTUAL&tac_area_name=ISNE&${range({ start: now - 3 * DAY_MS, end: now - 2 * DAY_MS })}`,
      format: 'xml' as const,
    },
  ].map(
    ({ path, format }, i): Check => ({
      name: `a Free account is refused what larger plans include (${i + 1}), with the plan that does, in ${format}`,
      async run(service) {
        await askFailure(service, path(service), { code: 'plan_limit', format, names: 'plan' }, small(service));
      },
    }),
  ),
  {
    name: 'a revoked key is invalid_key',
    async run(service) {
      if (service.revokedKey === undefined) throw new NotYet('no revoked key was given (--revoked-key)');
      const options = { key: service.revokedKey };
      await askFailure(service, '/v1/demand/latest?region=PJM', { code: 'invalid_key', format: 'json' }, options);
      const path = `/forecast/v1/historical?tac_area=PGE&date=${addDays(service.today, -1)}`;
      await askFailure(service, path, { code: 'invalid_key', format: 'json' }, options);
      await askFailure(service, '/oasis?queryname=SLD_ACTUAL', { code: 'invalid_key', format: 'xml' }, options);
    },
  },
];

/** Plans first: the limits use the small key up, and the last check lets an hour pass. */
export const CHECKS_PLANS: readonly Check[] = [...planChecks, ...limitChecks, ...waitingChecks];
