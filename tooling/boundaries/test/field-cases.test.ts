import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testData } from '../../testing/test-data.js';
import { ROOT, sourceFiles, workspaceFolders } from './repository.js';

const field = testData('field');

test.skipIf(field === undefined)('each public report that was filed with its files has a test that cites it', () => {
  const tests = workspaceFolders().flatMap((folder) =>
    sourceFiles(join(ROOT, folder)).filter((file) => file.endsWith('.test.ts')),
  );
  const text = tests.map((file) => readFileSync(file, 'utf8')).join('\n');
  const cases = readdirSync(field!).map((name) => name.slice(0, 2));
  expect(cases.filter((number) => !text.includes(`field case ${number}`))).toEqual([]);
});
