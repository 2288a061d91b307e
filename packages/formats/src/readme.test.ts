import { readFileSync } from 'node:fs';
import { CONTRACT_AREAS } from '@loadcast/core';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import * as formats from './index.js';

test('the program of the README prints what its comments say', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const program = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = program.replace(/^import .*$/gm, '');
  const log = vi.fn();
  new Function('areas', 'oneOf', 'readQuery', 'renderError', 'z', 'console', body)(
    CONTRACT_AREAS,
    formats.oneOf,
    formats.readQuery,
    formats.renderError,
    z,
    { log },
  );
  expect(log.mock.calls).toEqual([[{ horizon: '2d' }], [400]]);
});
