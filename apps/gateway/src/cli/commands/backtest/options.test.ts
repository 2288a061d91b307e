import { CONTRACT_AREAS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { UsageError } from '../../command.js';
import { readOptions } from '../../options.js';
import { BACKTEST_OPTIONS, backtestOptionsOf } from './options.js';

const readBacktestOptions = (args: readonly string[]) =>
  backtestOptionsOf(readOptions(args, BACKTEST_OPTIONS).values, CONTRACT_AREAS);

const year = ['--from', '2023-01-01', '--to', '2023-12-31'];

test('everything but the period has a default', () => {
  const options = readBacktestOptions(year);
  expect(options.areas.map(({ id }) => id)).toHaveLength(11);
  expect(options).toMatchObject({
    from: '2023-01-01',
    to: '2023-12-31',
    runs: ['DAM', '2DA', '7DA', '15DA'],
    gateTimeOfDayMs: 9 * HOUR_MS,
    knownLagMs: undefined,
    inputs: ['own', 'neighbours'],
  });
});

test.each([
  { args: ['--areas', 'pjm, SDGE'], shows: { areas: [{ id: 'pjm' }, { id: 'sdge' }] } },
  { args: ['--areas', 'CISO,PGE-TAC,nyis-total'], shows: { areas: [{ id: 'caiso' }, { id: 'nyiso' }, { id: 'pge' }] } },
  { args: ['--runs', '7da,DAM'], shows: { runs: ['DAM', '7DA'] } },
  { args: ['--gate', '10:30'], shows: { gateTimeOfDayMs: 10 * HOUR_MS + 30 * MINUTE_MS } },
  { args: ['--gate', '00:00'], shows: { gateTimeOfDayMs: 0 } },
  { args: ['--known-lag', '2h'], shows: { knownLagMs: 2 * HOUR_MS } },
  { args: ['--known-lag', '90m'], shows: { knownLagMs: 90 * MINUTE_MS } },
  { args: ['--inputs', 'neighbours,operator'], shows: { inputs: ['own', 'neighbours', 'operator'] } },
  { args: ['--weather', 'w.csv'], shows: { inputs: ['own', 'neighbours', 'weather'], weather: 'w.csv' } },
  { args: ['--inputs', 'own,weather', '--weather', 'w.csv'], shows: { inputs: ['own', 'weather'] } },
  { args: ['--multi-day', 'm.csv'], shows: { inputs: ['own', 'neighbours', 'multi-day'], 'multi-day': 'm.csv' } },
  { args: ['--inputs', 'own', '--newest', 'n.csv.gz'], shows: { inputs: ['own', 'newest'], newest: 'n.csv.gz' } },
  { args: ['--inputs', 'own,multi-day'], shows: { inputs: ['own', 'multi-day'], 'multi-day': undefined } },
  { args: ['--leads', '1..3,24,2'], shows: { runs: [], leads: [1, 2, 3, 24], everyHours: 1 } },
  { args: ['--leads', '384', '--every', '7h'], shows: { leads: [384], everyHours: 7 } },
])('$args is read', ({ args, shows }) => {
  expect(readBacktestOptions([...year, ...args])).toMatchObject(shows);
});

test.each([
  { args: ['--to', '2023-12-31'], says: '--from YYYY-MM-DD|FILE is missing' },
  { args: ['--from', '2023-02-29', '--to', '2023-12-31'], says: '2023-02-29 is not a date' },
  { args: ['--from', '2024-01-01', '--to', '2023-12-31'], says: 'is after --to' },
  { args: [...year, '--areas', 'CAISO,HQ'], says: "--areas: 'hq' is none of CAISO, ERCOT" },
  { args: [...year, '--areas', ''], says: '--areas' },
  { args: [...year, '--runs', 'RTM'], says: "'rtm' is none of DAM" },
  { args: [...year, '--gate', '24:00'], says: '--gate 24:00 is not a time of day' },
  { args: [...year, '--gate', '9'], says: '--gate 9' },
  { args: [...year, '--known-lag', '2'], says: '--known-lag 2 is not a duration' },
  { args: [...year, '--inputs', 'own,weather'], says: '--inputs weather needs --weather FILE' },
  { args: [...year, '--inputs', 'tomorrow'], says: "'tomorrow' is none of own" },
  { args: [...year, '--leads', '0'], says: '--leads 0: lead times are 1 to 384 hours, as 1..12 or 1,6,24' },
  { args: [...year, '--leads', '12..1'], says: '--leads 12..1' },
  { args: [...year, '--leads', '385'], says: '--leads 385' },
  { args: [...year, '--leads', '1,'], says: '--leads 1,' },
  { args: [...year, '--leads', '1', '--runs', 'DAM'], says: 'give --runs or --leads, not both' },
  { args: [...year, '--leads', '1', '--peaks'], says: '--peaks needs the gates of the DAM run' },
  { args: [...year, '--leads', '1', '--every', '90m'], says: '--every 90m is not a number of whole hours' },
  { args: [...year, '--every', '7h'], says: '--every needs --leads' },
  { args: [...year, '--verbose'], says: '--verbose' },
])('$args is refused: $says', ({ args, says }) => {
  expect(() => readBacktestOptions(args)).toThrow(UsageError);
  expect(() => readBacktestOptions(args)).toThrow(says);
});
