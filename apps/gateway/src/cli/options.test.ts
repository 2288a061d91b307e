import { expect, test } from 'vitest';
import { type CommandIo, UsageError } from './command.js';
import { defineCommand } from './define-command.js';
import { anyText, flag, JSON_OPTION, optional, readOptions, required } from './options.js';
import { readCount } from './values/read-values.js';

const TABLE = {
  account: required('E', 'e-mail or id', anyText),
  areas: optional('LIST', 'areas', anyText, { alias: 'area' }),
  hours: optional('N', 'a number\nof hours', readCount),
  again: flag('once more'),
  ...JSON_OPTION,
};

test.each([
  { args: [], values: { areas: undefined, hours: undefined, again: false, json: false } },
  { args: ['--hours', '7', '--again'], values: { hours: 7, again: true } },
  { args: ['--hours=7', '--json'], values: { hours: 7, json: true } },
  { args: ['--area', 'PJM'], values: { areas: 'PJM' } },
  { args: ['--areas=-x'], values: { areas: '-x' } },
])('$args', ({ args, values }) => {
  expect(readOptions(['--account', 'ann', ...args], TABLE).values).toMatchObject({ account: 'ann', ...values });
});

test.each([
  { args: [], message: '--account E is missing' },
  { args: ['--account'], message: '--account needs a value' },
  { args: ['--account', '--json'], message: '--account needs a value' },
  { args: ['--account', 'ann', '--jason'], message: 'there is no option --jason; did you mean --json?' },
  { args: ['--account', 'ann', '-j'], message: 'there is no option -j' },
  { args: ['--account', 'ann', '--__proto__'], message: 'there is no option --__proto__' },
  { args: ['--account', 'ann', '--json=yes'], message: '--json takes no value' },
  { args: ['--account', 'ann', '--hours', 'x'], message: '--hours x is not a whole number' },
  { args: ['--account', 'ann', '--hours', '1', '--hours=2'], message: '--hours is given twice' },
  {
    args: ['--account', 'ann', '--areas', 'MISO', '--area', 'PJM'],
    message: '--areas and --area are the same option: give one of them',
  },
  { args: ['--account', 'ann', 'bob'], message: 'unexpected argument: bob' },
])('$args is a usage error: $message', ({ args, message }) => {
  expect(() => readOptions(args, TABLE)).toThrow(new UsageError(message));
});

const io = {} as CommandIo;
const files = (argument: string) =>
  defineCommand({
    name: 'read',
    summary: 'reads',
    argument,
    options: {},
    run: async (_given, _io, args) => args.length,
  });

test.each([
  { argument: 'FILE', args: ['a'], count: 1 },
  { argument: 'FILE...', args: ['a', 'b'], count: 2 },
])('$argument takes $args', async ({ argument, args, count }) => {
  expect(await files(argument).run(args, io)).toBe(count);
});

test.each([
  { argument: 'FILE', args: [], message: 'FILE is missing' },
  { argument: 'FILE', args: ['a', 'b'], message: 'unexpected argument: b' },
  { argument: 'FILE...', args: [], message: 'FILE... is missing' },
])('$argument refuses $args', async ({ argument, args, message }) => {
  await expect(files(argument).run(args, io)).rejects.toThrow(new UsageError(message));
});

test('help is made from the table: required options without brackets, one line an option', () => {
  const { usage } = defineCommand({
    name: 'x',
    summary: '',
    about: 'Does x.',
    example: 'f --again',
    argument: 'FILE',
    options: TABLE,
    run: async () => 0,
  });
  expect(usage.split('\n')).toEqual([
    'usage: ./loadcast x FILE --account E [--areas LIST] [--hours N] [--again] [--json]',
    '',
    'Does x.',
    '',
    '  --account E   e-mail or id',
    '  --areas LIST  areas',
    '  --hours N     a number',
    '                of hours',
    '  --again       once more',
    '  --json        print the result as JSON',
    '',
    'example: ./loadcast x f --again',
  ]);
});

test('a long usage line is broken between options', () => {
  const options = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`option-${n}`, optional('VALUE', 'help', anyText)]),
  );
  const lines = defineCommand({ name: 'x', summary: '', options, run: async () => 0 }).usage.split('\n');
  expect(lines.every((line) => line.length <= 110)).toBe(true);
  expect(lines[1]).toMatch(/^ {9}\[--option-\d VALUE\]/);
});
