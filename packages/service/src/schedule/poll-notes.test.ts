import type { PollRecord } from '@loadcast/storage/sqlite';
import { expect, test } from 'vitest';
import { goodPolls } from '../monitors/survey.js';
import { isLoadPoll, ledgerName, notePoll } from './poll-notes.js';

test.each([
  { name: 'the last week of load', source: ledgerName.load('EIA API v2'), isLoad: true },
  { name: 'the weeks before', source: ledgerName.deep('EIA API v2'), isLoad: false },
  { name: 'the weather', source: ledgerName.weather(), isLoad: false },
  { name: 'an operator’s feed', source: ledgerName.feed('nyiso.isolf'), isLoad: false },
])('a poll of $name is one of load: $isLoad', ({ source, isLoad }) => expect(isLoadPoll({ source })).toBe(isLoad));

test('lateness goes by polls of load that brought everything', async () => {
  const poll = (source: string, outcome: PollRecord['outcome']): PollRecord => {
    return { source, askedAt: 1, endedAt: 2, outcome, reason: undefined, newHours: 0, restatedHours: 0 };
  };
  const names = [ledgerName.load('x'), ledgerName.deep('x'), ledgerName.weather()];
  const ledger = { since: async () => names.flatMap((name) => [poll(name, 'ok'), poll(name, 'failed')]) };
  expect(await goodPolls(ledger, 0)).toEqual([poll('x', 'ok')]);
});

test('a long reason is cut, and a ledger that fails is logged and fails nothing', async () => {
  const lines: string[] = [];
  const log = { warn: (_fields: object, line: string) => void lines.push(line) } as never;
  const kept: PollRecord[] = [];
  const note = {
    source: 'x',
    askedAt: 5,
    newHours: 1,
    restatedHours: 2,
    failure: { error: new Error('y'.repeat(999)) },
  };
  await notePoll({ clock: { now: () => 7 }, log, polls: { add: async (poll) => void kept.push(poll) } }, note);
  expect(kept[0]).toEqual({
    source: 'x',
    askedAt: 5,
    endedAt: 7,
    outcome: 'failed',
    reason: 'y'.repeat(300),
    newHours: 1,
    restatedHours: 2,
  });
  await notePoll({ clock: { now: () => 7 }, log, polls: { add: () => Promise.reject(new Error('full')) } }, note);
  expect(lines).toEqual(['the poll could not be noted']);
});
