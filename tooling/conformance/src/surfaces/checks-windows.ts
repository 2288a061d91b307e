import assert from 'node:assert/strict';
import type { Check } from '../check.js';
import { readCsv, requireData } from '../documents.js';
import { askFailure } from '../failures.js';
import { DAY_MS, HOUR_MS } from '../known/market-time.js';
import {
  COLUMNS,
  compact,
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
  return Object.entries(SPELLINGS).map(([name, spell]) => ({
    name: `${path}: ${name}`,
    async run(service) {
      const plain = await service.ask(`${path}?${goodQuery(service)}`);
      requireData(plain, 'text/csv');
      const other = await service.ask(`${path}?${spell(goodQuery(service))}`);
      requireData(other, 'text/csv');
      assert.equal(other.text, plain.text);
    },
  }));
}

/** Windows of time: how they may be written, how long they may be and what they hold. */
export function windowChecks({ path }: Mounted): Check[] {
  return [
    {
      name: `${path}: another offset is the same instant`,
      async run(service) {
        const { start, end } = yesterday(service, 'CISO');
        const local = (instant: number) => compact(instant - 8 * HOUR_MS).replace('-0000', '-0800');
        const query = `${path}?${queryOf('DAM')}&tac_area_name=CISO`;
        const plain = await service.ask(`${query}&${range({ start, end })}`);
        requireData(plain, 'text/csv');
        const other = await service.ask(`${query}&startdatetime=${local(start)}&enddatetime=${local(end)}`);
        requireData(other, 'text/csv');
        assert.equal(other.text, plain.text);
      },
    },
    {
      name: `${path}: 31 days are accepted, and every area when none is named`,
      async run(service) {
        const { end: today } = yesterday(service, 'CISO');
        // Most of the 31 days lie inside the 30 that a Team plan may read under /v1; the last two are forecasts.
        const window = { start: today - 29 * DAY_MS, end: today + 2 * DAY_MS };
        const rows = await readReport(service, `${path}?${queryOf('DAM')}`, 'DAM', '6', window);
        requireAll(rows.map(({ area }) => area));
      },
    },
    {
      name: `${path}: a minute more than 31 days is not`,
      async run(service) {
        const end = yesterday(service, 'CISO').end;
        const query = `${queryOf('DAM')}&${range({ start: end - 31 * DAY_MS - 60_000, end })}`;
        await askFailure(service, `${path}?${query}`, { code: 'invalid_parameter', format: 'xml', names: '31 days' });
      },
    },
    {
      name: `${path}: the window is [start, end)`,
      async run(service) {
        const { start } = yesterday(service, 'CISO');
        const window = { start, end: start + HOUR_MS };
        const rows = await readReport(service, `${path}?${queryOf('DAM')}&tac_area_name=CISO`, 'DAM', '6', window);
        assert.equal(rows.length, 1);
      },
    },
    {
      name: `${path}: a forecast of the past is never revised`,
      async run(service) {
        const query = `${path}?${queryOf('DAM')}&tac_area_name=CISO&${range(yesterday(service, 'CISO'))}`;
        const now = await service.ask(query);
        requireData(now, 'text/csv');
        assert.deepEqual(Object.keys(readCsv(now.text, COLUMNS)[0]!), [...COLUMNS]);
        assert.equal((await service.ask(query)).text, now.text);
      },
    },
  ];
}
