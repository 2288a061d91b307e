import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// Pixels differ by fonts, and the simulated grid by the hour: the test compares the sources of the pages with the
// sources when the pictures were taken.
test('the pictures of docs/console.md are of the pages as they are', async () => {
  const script = fileURLToPath(new URL('../../../../../tooling/console-screenshots.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--check']);
  expect(stdout).toBe('The pictures are current.\n');
});
