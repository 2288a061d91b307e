import { DAY_MS } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { type FeedSettings, keptFor, openFeeds } from './open-feeds.js';

const KEYLESS = [
  'caiso.demand',
  'caiso.seven-day',
  'ercot.supply-demand',
  'miso.real-time',
  'miso.df-al',
  'nyiso.pal',
  'nyiso.isolf',
  'spp.mtlf',
  'isone.wsclient',
];
const PJM = ['pjm.inst-load', 'pjm.seven-day'];

describe('feeds that are followed', () => {
  test.each<{ name: string; settings: FeedSettings; ids: readonly string[] }>([
    { name: 'none without the EIA', settings: {}, ids: [] },
    { name: 'none of a demo, with a key too', settings: { SOURCE: 'recorded', EIA_API_KEY: 'k' }, ids: [] },
    { name: 'all that need no key beside the EIA', settings: { SOURCE: 'eia' }, ids: KEYLESS },
    { name: 'the same where the key says so', settings: { EIA_API_KEY: 'k' }, ids: KEYLESS },
    { name: 'PJM with its key', settings: { SOURCE: 'eia', PJM_API_KEY: 'k' }, ids: [...KEYLESS, ...PJM] },
    {
      name: 'those of the named grids alone',
      settings: { SOURCE: 'eia', OPERATOR_FEEDS: ['nyiso'] },
      ids: ['nyiso.pal', 'nyiso.isolf'],
    },
    { name: 'named ones without the EIA', settings: { OPERATOR_FEEDS: ['spp'] }, ids: ['spp.mtlf'] },
    { name: 'none on request', settings: { SOURCE: 'eia', OPERATOR_FEEDS: ['none'] }, ids: [] },
  ])('are $name', ({ settings, ids }) => expect(openFeeds(settings).map(({ feed }) => feed.id)).toEqual(ids));

  test('PJM by name without its key is a wrong configuration', () => {
    expect(() => openFeeds({ OPERATOR_FEEDS: ['pjm'] })).toThrow(/PJM_API_KEY/);
  });
});

test.each<{ name: string; settings: FeedSettings; keptMs: number | undefined }>([
  { name: 'thirty days by default', settings: {}, keptMs: 30 * DAY_MS },
  { name: 'for ever of named grids', settings: { OPERATOR_FEEDS: ['nyiso'] }, keptMs: undefined },
  { name: 'as long as is set', settings: { OPERATOR_FEEDS_KEEP: DAY_MS }, keptMs: DAY_MS },
])('files are kept $name', ({ settings, keptMs }) => expect(keptFor(settings)).toBe(keptMs));
