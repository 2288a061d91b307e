import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import {
  createBackupCommand,
  createCopyCommand,
  createMigrateCommand,
  createRestoreCommand,
} from './store-commands.js';

/** The four commands over stores that record their calls; test/copy-and-backup.test.ts runs them on real ones. */
async function run(line: string) {
  const done: string[] = [];
  const store = (place: string) => ({
    place,
    backup: async (file: string) => {
      done.push(`backup to ${file}`);
      if (file.includes('full')) throw new Error('no space left on the disk');
      return { file, bytes: 4_096 };
    },
    close: async () => void done.push(`close ${place}`),
  });
  const commands = [
    createBackupCommand(async () => store('the store')),
    createMigrateCommand(async () => store('the store')),
    createRestoreCommand(async (_env, backup, { replace }) => {
      done.push(`restore ${backup}, replace ${replace}`);
      return '/data/loadcast.db';
    }),
    createCopyCommand(async (_env, engine) => {
      done.push(`open ${engine}`);
      throw new Error(`${engine} does not answer`);
    }),
  ];
  return { ...(await runCli(commands, line.split(' '))), done };
}

const file = resolve('x.db');

test.each([
  { line: 'backup x.db', out: `${file}: 4096 bytes`, done: [`backup to ${file}`, 'close the store'] },
  {
    line: 'backup x.db --json',
    out: `{"file":"${file}","bytes":4096}`,
    done: [`backup to ${file}`, 'close the store'],
  },
  { line: 'migrate', out: 'the store is up to date', done: ['close the store'] },
  { line: 'migrate --json', out: '{"place":"the store"}', done: ['close the store'] },
  { line: 'restore x.db', out: '/data/loadcast.db was restored from x.db', done: [`restore ${file}, replace false`] },
  {
    line: 'restore --replace x.db --json',
    out: '{"place":"/data/loadcast.db"}',
    done: [`restore ${file}, replace true`],
  },
])('$line', async ({ line, ...expected }) => {
  const { status, out, err, done } = await run(line);
  expect({ status, out: out.join('\n'), err, done }).toEqual({ status: 0, err: [], ...expected });
});

test.each([
  { line: 'backup full.db', message: 'no space left on the disk', last: 'close the store' },
  { line: 'copy --from sqlite --to postgres', message: 'sqlite does not answer', last: 'open sqlite' },
])('$line fails with status 1 and leaves no store open', async ({ line, message, last }) => {
  const { status, out, err, done } = await run(line);
  expect([status, out, done.at(-1)]).toEqual([1, [], last]);
  expect(err).toEqual([`loadcast ${line.split(' ')[0]}: ${message}`]);
});

test.each([
  { line: 'backup', message: 'FILE is missing' },
  { line: 'backup a b', message: 'unexpected argument: b' },
  { line: 'restore', message: 'FILE is missing' },
  { line: 'restore a b', message: 'unexpected argument: b' },
  { line: 'migrate now', message: 'unexpected argument: now' },
  { line: 'copy --from sqlite', message: '--to ENGINE is missing' },
  { line: 'copy --from sqlite --to mysql', message: "--to: 'mysql' is none of sqlite, postgres" },
  { line: 'copy --from sqlite --to sqlite', message: '--from and --to are the same' },
])('$line is a usage error that touches no store', async ({ line, message }) => {
  const { status, err, done } = await run(line);
  expect([status, done]).toEqual([2, []]);
  expect(err[0]).toBe(`loadcast ${line.split(' ')[0]}: ${message}`);
});
