import assert from 'node:assert/strict';
import { unzipSync } from 'fflate';
import * as z from 'zod';
import { type Check, check, NotYet, steadyCheck } from '../check.js';
import { TYPES } from '../documents.js';
import { askFailure, requireFailure } from '../failures.js';
import { addDays, DAY_MS, HOUR_MS, iso } from '../known/market-time.js';
import { queryOf, range, yesterday } from '../load-reports.js';
import type { Answer, Service } from '../service.js';
import { readLatest } from '../truth/reads.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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

/** Fails unless the refusal has all details, and its wait ends with the longest window that refuses, an hour or a day. */
function requireLimited(answer: Answer, format: 'json' | 'xml', names: string): void {
  requireFailure(answer, { code: 'rate_limited', format, names });
  const { 'retry-after': seconds = '', ratelimit = '' } = answer.headers;
  assert.match(seconds, /^[1-9]\d*$/);
  const ends = [...ratelimit.matchAll(/"([\w-]+)";r=\d+;t=(\d+)/g)];
  const last = Math.max(...ends.map(([, , t]) => Number(t)));
  assert.ok(Math.abs(Number(seconds) - last) <= 1, `${seconds} s, ${ratelimit}`);
  const isOfHour = ends.every(([, name]) => name === 'hourly');
  assert.ok(Number(seconds) <= (isOfHour ? 3_600 : 86_400), `${seconds} s are more than the window`);
  if (format === 'xml') return;
  const details = limitDetails.parse(JSON.parse(answer.text).error.details);
  assert.equal(String(details.retry_after_seconds), seconds);
}

/** What a small account is refused once its hour is used up. */
const REFUSED_PATH = '/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=CISO';

const limitChecks: readonly Check[] = [
  check('/oasis on Trial is rate_limited in xml, then in json with the six details', async (service) => {
    requireLimited(await untilRefused(service, REFUSED_PATH), 'xml', 'Trial');
    requireLimited(await service.ask(`${REFUSED_PATH}&resultformat=7`, small(service)), 'json', 'Trial');
    requireLimited(await service.ask('/oasisapi/SingleZip?queryname=SLD_FCST', small(service)), 'xml', 'Trial');
    const areas = await service.ask('/oasis?queryname=TAC_AREAS', small(service));
    assert.equal(areas.status, 200);
  }),
  check('/forecast/v1 on Trial is rate_limited', async (service) => {
    requireLimited(await untilRefused(service, '/forecast/v1/tac-areas'), 'json', 'Trial');
  }),
  check('/v1/demand on Free is rate_limited per region after 50, under every code of the region', async (service) => {
    const ask = (code: string) => service.ask(`/v1/demand/latest?region=${code}`, small(service));
    let refused = await ask('SPP');
    assert.match(refused.headers['ratelimit-policy'] ?? '', /"region-daily";q=50;w=86400/);
    const left = Number(/"region-daily";r=(\d+)/.exec(refused.headers['ratelimit'] ?? '')?.[1]);
    assert.ok(left < 50, `${left} are left of 50 after a request`);
    for (let i = 0; i <= left && refused.status !== 429; i++) refused = await ask(['SWPP', 'spp', 'SPP'][i % 3]!);
    requireLimited(refused, 'json', 'SPP');
    assert.equal((await ask('MISO')).status, 200, 'another region is refused too');
  }),
  check('Retry-After waited out is enough, and two seconds less is not', async (service) => {
    const path = `${REFUSED_PATH}&resultformat=7`;
    const refused = await untilRefused(service, path);
    requireLimited(refused, 'json', 'Trial');
    const seconds = Number(refused.headers['retry-after']);
    if (seconds > service.longestWaitSeconds) throw new NotYet(`the hour ends in ${seconds} s (--wait)`);
    if (seconds > 2) {
      await service.wait(seconds - 2);
      assert.equal((await service.ask(path, small(service))).status, 429, 'less would have been enough');
    }
    await service.wait(Math.min(seconds, 2));
    assert.notEqual((await service.ask(path, small(service))).status, 429, 'it is not enough');
  }),
];

/** Every form of an answer, by parameter and by header. */
const FORMS: readonly { readonly format?: string; readonly accept?: string }[] = [
  ...['json', 'columns', 'csv', 'ndjson', 'xlsx'].map((format) => ({ format })),
  ...[TYPES[6], 'application/x-ndjson', XLSX].map((accept) => ({ accept })),
];

/** Every read that may show bounds. */
const BOUNDED = [
  ...['forecast?region=ISONE', 'compare?region=NYISO', 'peaks?region=MISO', 'snapshot?region=SPP'],
  'forecast?region=ERCOT&include=actual',
];

const boundChecks: readonly Check[] = BOUNDED.flatMap((read, i) =>
  FORMS.filter(({ format, accept }) => i === 0 || format === 'csv' || accept === TYPES[6]).map(({ format, accept }) =>
    check(
      `/v1/demand/${read} on Free has no p10 and no p90 ${format ? `as ${format}` : `where ${accept} is accepted`}`,
      async (service) => {
        const headers = accept ? { headers: { accept } } : {};
        const path = `/v1/demand/${read}${format ? `&format=${format}` : ''}`;
        const { status, bytes, text } = await service.ask(path, { ...small(service), ...headers });
        assert.equal(status, 200, text.slice(0, 300));
        const parts = bytes.toString('latin1', 0, 2) === 'PK' ? Object.values(unzipSync(bytes)) : [bytes];
        for (const part of parts) assert.doesNotMatch(Buffer.from(part).toString(), /p10|p90/);
      },
    ),
  ),
);

const depthChecks: readonly Check[] = [
  { format: 'json', name: '/v1/demand/history', query: (start: number) => `region=PJM&start=${iso(start)}` } as const,
  {
    format: 'xml',
    name: '/v1/oasis SLD_ACTUAL',
    query: (start: number) => `${queryOf('ACTUAL')}&tac_area_name=PJM&${range({ start, end: start + 12 * HOUR_MS })}`,
  } as const,
].map(({ format, name, query }) =>
  steadyCheck(
    `${name} on Free reaches back a day from the hour that has begun, and not an hour more`,
    async (service) => {
      const path = (start: number) => `${name.split(' ')[0]}?${query(start)}`;
      const { forecast } = await readLatest(service, 'PJM');
      // The forecast is of the next full hour.
      const first = Date.parse(forecast.timestamp) - HOUR_MS - DAY_MS;
      assert.equal((await service.ask(path(first), small(service))).status, 200);
      await askFailure(service, path(first - HOUR_MS), { code: 'plan_limit', format, names: 'plan' }, small(service));
    },
  ),
);

type Asked = (service: Service) => string;

/** Requests on Free for what larger plans include, by the format of the refusal. */
const BEYOND_FREE: Readonly<Record<'json' | 'xml', readonly Asked[]>> = {
  json: [
    () => '/v1/demand/runs/ISONE-newest',
    ...['&horizon=7d', '&horizon=15d', '&resolution=15min'].map(
      (more) => () => `/v1/demand/forecast?region=ISONE${more}`,
    ),
    ({ now }) => `/v1/demand/history?region=ISONE&start=${iso(now - 3 * DAY_MS)}`,
    ...['latest?', 'forecast?', 'forecast?include=operator&', 'accuracy?', 'snapshot?', 'runs/ISONE-newest/proof?'].map(
      (read) =>
        ({ now }: Service) =>
          `/v1/demand/${read}region=ISONE&as_of=${iso(now - 3 * DAY_MS)}`,
    ),
  ],
  xml: [
    (service) => `/v1/oasis?${queryOf('7DA')}&tac_area_name=ISNE&${range(yesterday(service, 'ISNE'))}`,
    ...['DAM', 'ACTUAL'].map((run) => ({ now }: Service) => {
      const window = { start: now - 3 * DAY_MS, end: now - 2 * DAY_MS };
      return `/v1/oasis?${queryOf(run)}&tac_area_name=ISNE&${range(window)}`;
    }),
  ],
};

const planChecks: readonly Check[] = [
  ...boundChecks,
  ...depthChecks,
  ...(['json', 'xml'] as const).flatMap((format) =>
    BEYOND_FREE[format].map((path, i) =>
      check(
        `a Free account is refused what larger plans include (${i + 1}), with the plan that does, in ${format}`,
        async (service) => {
          await askFailure(service, path(service), { code: 'plan_limit', format, names: 'plan' }, small(service));
        },
      ),
    ),
  ),
  check('a revoked key is invalid_key', async (service) => {
    if (service.revokedKey === undefined) throw new NotYet('no revoked key was given (--revoked-key)');
    const options = { key: service.revokedKey };
    await askFailure(service, '/v1/demand/latest?region=PJM', { code: 'invalid_key', format: 'json' }, options);
    const path = `/forecast/v1/historical?tac_area=PGE&date=${addDays(service.today, -1)}`;
    await askFailure(service, path, { code: 'invalid_key', format: 'json' }, options);
    await askFailure(service, '/oasis?queryname=SLD_ACTUAL', { code: 'invalid_key', format: 'xml' }, options);
  }),
];

/** Plans first: the limits use the small key up, and the last check lets an hour pass. */
export const CHECKS_PLANS: readonly Check[] = [...planChecks, ...limitChecks];
