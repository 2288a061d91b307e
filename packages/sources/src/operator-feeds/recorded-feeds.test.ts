import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { testData } from '../../../../tooling/testing/test-data.js';
import { FEEDS } from './feeds.data.js';
import { readFeed } from './read-feed.js';

interface Recording {
  readonly feed: string;
  readonly file: string;
  /** When it was received. */
  readonly at: string;
  /** The first observed whole hour and the last, and how many. */
  readonly load?: readonly [first: string, last: string, hours: number];
  /** The same of the hours that were forecast. */
  readonly forecast?: readonly [first: string, last: string, hours: number];
  readonly publishedAt?: string;
  /** Values of single hours, MW. */
  readonly mw?: Readonly<Record<string, number>>;
  readonly leftOut?: readonly string[];
}

const RECORDINGS: readonly Recording[] = [
  {
    feed: 'nyiso.isolf',
    file: 'nyiso/20171122isolf.csv',
    at: '2017-11-21T12:30Z',
    forecast: ['2017-11-22T05:00Z', '2017-11-28T04:00Z', 144],
    mw: { '2017-11-22T05:00Z': 13962 },
  },
  {
    feed: 'nyiso.isolf',
    file: 'nyiso/20180310isolf.csv',
    at: '2018-03-09T12:30Z',
    forecast: ['2018-03-10T05:00Z', '2018-03-16T03:00Z', 143],
  },
  {
    feed: 'nyiso.isolf',
    file: 'nyiso/20181103isolf.csv',
    at: '2018-11-02T11:30Z',
    forecast: ['2018-11-03T04:00Z', '2018-11-09T04:00Z', 145],
  },
  {
    feed: 'nyiso.pal',
    file: 'nyiso/20171122pal.csv',
    at: '2017-11-23T05:30Z',
    load: ['2017-11-22T05:00Z', '2017-11-23T04:00Z', 24],
  },
  {
    feed: 'nyiso.pal',
    file: 'nyiso/20181104pal_first4hours_cut.csv',
    at: '2018-11-04T12:00Z',
    load: ['2018-11-04T04:00Z', '2018-11-04T08:00Z', 5],
  },
  {
    feed: 'caiso.seven-day',
    file: 'caiso/outlook_history_20260311_rtm_forecast_7day.csv',
    at: '2026-03-12T07:30Z',
    load: ['2026-03-11T07:00Z', '2026-03-12T06:00Z', 24],
    forecast: ['2026-03-12T08:00Z', '2026-03-19T06:00Z', 167],
  },
  {
    feed: 'miso.df-al',
    file: 'miso/20250310_df_al.xls',
    at: '2025-03-10T05:10Z',
    load: ['2025-03-09T05:00Z', '2025-03-10T04:00Z', 24],
    forecast: ['2025-03-10T05:00Z', '2025-03-15T04:00Z', 120],
    publishedAt: '2025-03-10T05:00Z',
    mw: { '2025-03-09T05:00Z': 65773.06, '2025-03-10T05:00Z': 63085 },
    leftOut: ['24 hours of a last day with one value', '24 hours before the publication'],
  },
  {
    feed: 'isone.wsclient',
    file: 'isone/wsclient_nse_20250317_named_xml_is_json.json',
    at: '2025-03-17T15:00Z',
    load: ['2025-03-17T04:00Z', '2025-03-17T13:00Z', 10],
  },
  {
    feed: 'pjm.seven-day',
    file: 'pjm/load_frcstd_7_day_RTO_COMBINED_2025-03-19_items.json.gz',
    at: '2025-03-19T09:20Z',
    forecast: ['2025-03-19T10:00Z', '2025-03-26T03:00Z', 162],
    publishedAt: '2025-03-19T09:17:53Z',
  },
  {
    feed: 'spp.mtlf',
    file: 'spp/OP-MTLF-202607150000.csv',
    at: '2026-07-15T05:05Z',
    load: ['2026-07-14T04:00Z', '2026-07-15T03:00Z', 24],
    forecast: ['2026-07-15T05:00Z', '2026-07-22T04:00Z', 168],
    publishedAt: '2026-07-15T05:00Z',
  },
];

const FOLDER = testData('samples/iso');
const feedOf = (id: string) => FEEDS.find((feed) => feed.id === id)!;

/** First and last start and how many, of hours that follow each other. */
function span(values: readonly { start: number }[]): [string, string, number] {
  expect(values.every(({ start }, i) => i === 0 || start === values[i - 1]!.start + HOUR_MS)).toBe(true);
  const text = (start = 0) => new Date(start).toISOString().replace(':00.000Z', 'Z');
  return [text(values[0]?.start), text(values.at(-1)?.start), values.length];
}

describe.skipIf(FOLDER === undefined)('recorded replies', () => {
  test.each(RECORDINGS)('$feed reads $file', ({ feed, file, at, load, forecast, publishedAt, mw, leftOut }) => {
    const bytes = readFileSync(`${FOLDER}/${file}`);
    const read = readFeed(feedOf(feed), bytes, { fileName: basename(file), receivedAt: Date.parse(at) });
    if (load) expect(span(read.load)).toEqual(load);
    if (forecast) expect(span(read.forecast)).toEqual(forecast);
    if (publishedAt) expect(new Date(read.publishedAt).toISOString()).toBe(new Date(publishedAt).toISOString());
    for (const [hour, expected] of Object.entries(mw ?? {})) {
      const found = [...read.load, ...read.forecast].find(({ start }) => start === Date.parse(hour));
      expect(found?.mw).toBeCloseTo(expected, 2);
    }
    if (leftOut) expect(read.leftOut).toEqual(leftOut);
  });

  test('rows in which the value of a zone is missing with its comma are left out', () => {
    const bytes = readFileSync(`${FOLDER}/nyiso/20080405isolf.csv`);
    const given = { fileName: '20080405isolf.csv', receivedAt: Date.UTC(2008, 3, 4, 12) };
    const { forecast, leftOut } = readFeed(feedOf('nyiso.isolf'), bytes, given);
    expect(span(forecast)).toEqual(['2008-04-05T04:00Z', '2008-04-10T04:00Z', 121]);
    expect(leftOut).toEqual(['23 rows with another number of fields than the header']);
  });
});
