import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, ROOT } from '../repository.js';

/** Old sentences that newcomers did not understand, with their replacements. */
const REPLACED: readonly (readonly [old: string, now: string])[] = [
  ['every forecast that was issued is kept', 'We keep every forecast, score it against what happened'],
  ['that is an input: ', 'bias removed'],
  ['A forecast that is read costs', 'answers thousands of requests a second'],
  ['demo key of this start (shown once)', 'Your demo key (a new one each start)'],
  ['issuing forecasts ...', 'Making the first forecasts'],
  ['Replay from ', 'the clock started at'],
  ['eight hours in ten fall inside', 'We expect 8 of 10 hours inside the shaded range'],
  ['odds of this hour:', 'chance the peak is in this hour'],
  ['appear by themselves', 'updates on its own'],
  ['No forecast of the whole of tomorrow', 'forecast is being made'],
  ['What is normal, and what moves', 'Why this number'],
  ['its own load of late', 'recent load here'],
  ['load of other grids of late', 'recent load in neighboring grids'],
  ['No forecast of then reaches it', 'That forecast did not cover this day'],
  ['Only the newest and that of then', 'Hide the other days'],
  ['counted over 400 ways', 'simulated days'],
  ['how likely that day is one that counts', 'chance that it sets your capacity or transmission charge'],
  ['Who was nearer', 'Who was more accurate?'],
  ['Outside of chance', 'Statistically better in'],
  ['No hour is scored yet', 'The first come when actual load arrives'],
  ['Is the service well', 'Service status'],
  ['Gates met, 90 days', 'Day-ahead forecasts on time'],
  ['do not agree on the hour', 'reported load looks'],
  ['1 unit of your hour', 'Counts as'],
  ['newest load that the forecast had', 'last measured hour used'],
  ['none of the commonest', 'This password is too common. Pick another.'],
  ['email: an e-mail address', 'Enter a valid email address'],
  ['To be called when', 'Get notified when'],
  ['without asking again and again', 'Get updates as they happen'],
];

/** Old sentences without one replacement. */
const GONE = [
  'the workspace is pnpm',
  'Take it along',
  'None of these days counts for it',
  'the clock of the people there',
  'More keys are not more calls',
  'It was refused',
  'Lies of the day-ahead',
  'reads it to its end',
  'may wait, and a fifth',
];

const SOURCES = [
  'apps/console/src',
  'apps/gateway/src',
  ...['accounts', 'service', 'formats', 'core', 'surface-a'].map((name) => `packages/${name}/src`),
];

const readable = [
  ...pages()
    .filter((path) => !/^(docs\/records|tooling)\/|CHANGELOG/.test(path))
    .map((path) => join(ROOT, path)),
  ...SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.generated)\.tsx?$/.test(name) && !name.includes('testing/'))
      .map((name) => join(ROOT, folder, name)),
  ),
].map((path) => [path, readFileSync(path, 'utf8').replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')] as const);

test.each([...REPLACED.map(([old]) => old), ...GONE])('no page, error or help says “%s”', (old) => {
  expect(readable.filter(([, text]) => text.includes(old)).map(([path]) => path)).toEqual([]);
});

test.each(REPLACED)('in place of “%s” a reader is told “%s”', (_, now) => {
  expect(readable.some(([, text]) => text.includes(now))).toBe(true);
});
