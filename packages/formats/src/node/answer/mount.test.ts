import { expect, test } from 'vitest';
import { mountOf } from './mount.js';

test.each([
  { path: '/v1', prefix: '/v1' },
  { path: '/v1/', prefix: '/v1' },
  { path: '/v1/oasis', prefix: '/v1/oasis' },
  { path: '/v1/oasis/x', prefix: '/v1/oasis' },
  { path: '/v1/oasisx', prefix: '/v1' },
  { path: '/v10', prefix: undefined },
  { path: '/V1', prefix: undefined },
  { path: '//v1', prefix: undefined },
])('$path belongs to $prefix', ({ path, prefix }) => {
  expect(mountOf([{ prefix: '/v1' }, { prefix: '/v1/oasis' }, { prefix: '/oasis' }], path)?.prefix).toBe(prefix);
});
