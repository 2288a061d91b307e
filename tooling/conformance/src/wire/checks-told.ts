import assert from 'node:assert/strict';
import { type Check, check, steadyCheck } from '../check.js';
import { askData } from '../documents.js';
import { PACIFIC } from '../known/areas.data.js';
import { addDays, dayWindow, HOUR_MS } from '../known/market-time.js';
import { range } from '../load-reports.js';
import { METERED, withQuery } from '../surfaces/metered.data.js';
import { readForecast, readLatest, readRun } from '../truth/reads.js';

/** Unread parameters are named, so that a misspelled one does not look obeyed. */
const ignoredChecks: readonly Check[] = METERED.map(({ name, path }) =>
  check(`${name} names the parameters that it does not know`, async (service) => {
    const { headers } = await service.ask(withQuery(path(service), 'foo=1&nonsense=2'));
    const named = (headers['x-ignored-parameters'] ?? '').split(/, */).map((each) => each.toLowerCase());
    assert.deepEqual(named.sort(), ['foo', 'nonsense']);
    const plain = await service.ask(path(service));
    assert.equal(plain.headers['x-ignored-parameters'], undefined);
  }),
);

const utc = (text: string | undefined): number => {
  assert.match(text ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'X-Forecast-Issued-At is no time');
  return Date.parse(text!);
};

const issuedChecks: readonly Check[] = [
  steadyCheck(
    'X-Forecast-Issued-At of /v1/demand/forecast and /latest is the issued_at of the body',
    async (service) => {
      const forecast = await service.ask('/v1/demand/forecast?region=PJM');
      assert.equal(utc(forecast.headers['x-forecast-issued-at']), (await readForecast(service, 'PJM')).issuedAt);
      const latest = await service.ask('/v1/demand/latest?region=PJM');
      const issuedAt = (await readLatest(service, 'PJM')).forecast.issued_at;
      assert.equal(utc(latest.headers['x-forecast-issued-at']), Date.parse(issuedAt));
    },
  ),
  ...['compare?region=PJM', 'drivers?region=PJM', 'peaks?region=PJM', 'snapshot'].map((path) =>
    check(`X-Forecast-Issued-At of /v1/demand/${path} is the newest issued_at of its rows`, async (service) => {
      const answer = await askData(service, `/v1/demand/${path}`, 'application/json');
      const { data } = JSON.parse(answer.text) as { readonly data: readonly { readonly issued_at?: string }[] };
      const issues = data.flatMap(({ issued_at }) => (issued_at === undefined ? [] : [Date.parse(issued_at)]));
      assert.equal(utc(answer.headers['x-forecast-issued-at']), Math.max(...issues));
    }),
  ),
  ...METERED.filter(({ name }) => /oasis|forecast\/v1\/demand/i.test(name)).map(({ name, path }) =>
    check(`${name} says when its newest forecast was issued: before the gate of its day`, async (service) => {
      const { headers } = await service.ask(path(service));
      const day = dayWindow(PACIFIC, addDays(service.today, -1));
      const issuedAt = utc(headers['x-forecast-issued-at']);
      assert.ok(issuedAt < day.start, `${headers['x-forecast-issued-at']} is not before the day of a DAM run`);
    }),
  ),
];

const rowChecks: readonly Check[] = [
  check('/oasis says how many hours it should have, and how many are missing', async (service) => {
    // A day of which the second half is yet to be measured.
    const window = { start: service.now - 12 * HOUR_MS, end: service.now + 12 * HOUR_MS };
    const { headers } = await service.ask(`/oasis?queryname=SLD_ACTUAL&tac_area_name=CISO&${range(window)}`);
    const rows = await readRun(service, 'ACTUAL', window, { area: 'CISO' });
    assert.equal(headers['x-rows-expected'], '24');
    assert.equal(headers['x-rows-missing'], String(24 - rows.size));
  }),
];

const nearCheck: Check = check('/v1/demand/forecast horizn: did you mean horizon?', async ({ ask }) => {
  const { headers } = await ask('/v1/demand/forecast?region=PJM&horizn=7d');
  assert.equal(headers['x-ignored-parameters'], 'horizn');
  assert.match(headers['warning'] ?? '', /^299 - "horizn: did you mean horizon\?"/);
});

/** What headers say of an answer. */
export const CHECKS_TOLD: readonly Check[] = [...ignoredChecks, nearCheck, ...issuedChecks, ...rowChecks];
