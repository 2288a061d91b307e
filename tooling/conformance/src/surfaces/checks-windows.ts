import assert from 'node:assert/strict';
import { type Check, check } from '../check.js';
import { askData } from '../documents.js';
import { askFailure } from '../failures.js';
import { DAY_MS, HOUR_MS } from '../known/market-time.js';
import {
  compactAt,
  goodQuery,
  type Mounted,
  queryOf,
  range,
  readReport,
  requireAll,
  yesterday,
} from '../load-reports.js';

/** Accepted spellings: each gives what the plain query gives. */
const SPELLINGS: Readonly<Record<string, (query: string) => string>> = {
  'case of codes': (query) => query.replace('SLD_FCST', 'sld_fcst').replace('=DAM', '=dam').replace('CISO', 'ciso'),
  'spaces around codes': (query) => query.replace('=CISO', '=+CISO%20'),
  'version=1': (query) => `${query}&version=1`,
  'resultformat=6 is the default': (query) => `${query}&resultformat=6`,
  'an unknown parameter': (query) => `${query}&nonsense=1&nonsense=2`,
  'a Z for UTC': (query) => query.replaceAll('-0000', 'Z'),
  'an escaped +00:00': (query) => query.replaceAll('-0000', '%2B00:00'),
  'an unescaped +0000': (query) => query.replaceAll('-0000', '+0000'),
  'a space for the +': (query) => query.replaceAll('-0000', '%200000'),
  'names of Object.prototype': (query) => `${query}&__proto__=1&constructor=1&toString=1`,
};

export function spellingChecks({ path }: Mounted): Check[] {
  return Object.entries(SPELLINGS).map(([name, spell]) =>
    check(`${path}: ${name}`, async (service) => {
      const plain = await askData(service, `${path}?${goodQuery(service)}`, 'text/csv');
      const other = await askData(service, `${path}?${spell(goodQuery(service))}`, 'text/csv');
      assert.equal(other.text, plain.text);
    }),
  );
}

/** Spelling, length and content of windows of time. */
export function windowChecks({ path }: Mounted): Check[] {
  const ofArea = `${path}?${queryOf('DAM')}&tac_area_name=CISO`;
  return [
    check(`${path}: another offset is the same instant`, async (service) => {
      const plain = await askData(service, `${path}?${goodQuery(service)}`, 'text/csv');
      const [start, end] = Object.values(yesterday(service)).map((instant) => compactAt(instant, -8));
      const other = await askData(service, `${ofArea}&startdatetime=${start}&enddatetime=${end}`, 'text/csv');
      assert.equal(other.text, plain.text);
    }),
    check(`${path}: 31 days are accepted, and every area when none is named`, async (service) => {
      const { end: today } = yesterday(service);
      // Most of the 31 days lie inside the 30 that a Team plan may read under /v1; the last two are forecasts.
      const window = { start: today - 29 * DAY_MS, end: today + 2 * DAY_MS };
      const rows = await readReport(service, `${path}?${queryOf('DAM')}`, { run: 'DAM', format: '6', window });
      requireAll(rows.map(({ area }) => area));
    }),
    ...['DAM', 'ACTUAL'].flatMap((run) =>
      Object.entries({ 'a minute more than 31 days': 31 * DAY_MS + 60_000, '40 days': 40 * DAY_MS }).map(
        ([longer, lengthMs]) =>
          check(`${path}: ${longer} of ${run} are refused`, async (service) => {
            const { end } = yesterday(service);
            const query = `${path}?${queryOf(run)}&${range({ start: end - lengthMs, end })}`;
            await askFailure(service, query, { code: 'invalid_parameter', format: 'xml', names: '31 days' });
          }),
      ),
    ),
    check(`${path}: the window is [start, end)`, async (service) => {
      const { start } = yesterday(service);
      const window = { start, end: start + HOUR_MS };
      assert.equal((await readReport(service, ofArea, { run: 'DAM', format: '6', window })).length, 1);
    }),
    check(`${path}: a forecast of the past is never revised`, async (service) => {
      const query = `${path}?${goodQuery(service)}`;
      const now = await askData(service, query, 'text/csv');
      assert.equal((await service.ask(query)).text, now.text);
    }),
  ];
}
