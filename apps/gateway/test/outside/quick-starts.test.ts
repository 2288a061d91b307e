import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shapeOf } from '../../../../tooling/conformance/src/testing/page-examples.js';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { plainEnvironment } from '../started-program.js';
import { examplesOf, printed, QUICK_STARTS, quickStart } from './quick-start-examples.js';

let world: ServedWorld;
let env: NodeJS.ProcessEnv;
let folder: string;

beforeAll(async () => {
  world = await serveWorld({ DEMO_REGIONS: 'PJM' });
  folder = mkdtempSync(join(tmpdir(), 'loadcast-quick-starts-'));
  copyFileSync(
    fileURLToPath(new URL('../../../../examples/meter-file/tallahassee.csv', import.meta.url)),
    join(folder, 'meter.csv'),
  );
  const key = await world.keyOf({ a: 'enterprise', b: 'enterprise', c: 'enterprise' });
  env = { ...plainEnvironment(), BASE: world.url, KEY: key, LOADCAST_DATA_DIR: world.dataDir, SOURCE: 'none' };
});
afterAll(async () => {
  await world.stop();
  world.remove();
  rmSync(folder, { recursive: true });
});

test('the README lists each page', () => {
  const list = quickStart('README.md');
  expect(QUICK_STARTS.filter((page) => !list.includes(`(${page})`))).toEqual([]);
  expect(QUICK_STARTS.length).toBe(7);
});

describe.skipIf(spawnSync('curl', ['--version']).status !== 0).each(QUICK_STARTS)('%s', (page) => {
  const examples = examplesOf(page);

  test('has commands', () => expect(examples.length).toBeGreaterThan(1));

  test.each(examples)('$code', async (example) => {
    const output = await printed(example, folder, env);
    expect(output).not.toBe('');
    const { language, text } = example.reply ?? {};
    expect(text ?? '').not.toMatch(/20(19|[2-9]\d)-?[01]\d-?[0-3]\dT/); // answers are of the replay
    if (language === 'csv') {
      const [given, shown] = [kindsOf(output, kindsOf(text!)), kindsOf(text!)];
      expect(given.length).toBeGreaterThanOrEqual(Math.min(2, shown.length));
      expect(given).toEqual(shown.slice(0, given.length)); // a service that has just started may have fewer rows
    }
    if (language === 'text') expect(output).toBe(text);
    if (language === 'json') expect(shapeOf(JSON.parse(output))).toMatchObject(shapeOf(JSON.parse(text!)) as object);
  });
});

/** Cells of rows: a word of a header itself, of a value its kind. The result has the rows of `like`, and no value where that has none. */
function kindsOf(csv: string, like?: readonly (readonly string[])[]): string[][] {
  const rows = csv.split('\n').map((row) => row.split(','));
  const kinds = rows.map((row, i) =>
    row.map((cell) => (i === 0 && /^[a-z][a-z_0-9]*$/.test(cell) ? cell : kindOf(cell))),
  );
  if (!like) return kinds;
  return kinds
    .slice(0, like.length)
    .map((row, i) => row.map((kind, at) => (like[i]?.[at] && kind ? kind : (like[i]?.[at] ?? kind))));
}

const kindOf = (cell: string): string =>
  cell === '' ? '' : /^\d{4}-\d\d-\d\d/.test(cell) ? 'time' : /^-?[\d.]+$/.test(cell) ? 'number' : 'text';
