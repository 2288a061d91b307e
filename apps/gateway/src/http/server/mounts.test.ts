import type { Access } from '@loadcast/accounts';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { mountOf } from '@loadcast/formats/node';
import { handlerAsk } from '@loadcast/formats/testing';
import type { Runtime } from '@loadcast/service';
import { expect, test } from 'vitest';
import type { Config } from '../../config.js';
import { type MountOptions, mountsOf } from '../../mounts.js';

const NOW = Date.UTC(2026, 6, 1, 12);

const configOf = (surfaces: Config['SURFACES'], CONSOLE: Config['CONSOLE'] = '0') =>
  ({
    SURFACES: surfaces,
    CONSOLE,
    SIGN_UP: 'open',
    INSECURE_HTTP: '0',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '',
  }) as const;

function mounts(more: Partial<MountOptions> = {}) {
  const stores = { actuals: memoryActualsStore(), vintages: memoryVintageStore(), forecaster: undefined };
  return mountsOf({
    config: configOf(['a', 'b', 'c']),
    runtime: { ...stores, store: {}, notice: 'a notice', attribution: '' } as unknown as Runtime,
    access: {} as Access,
    readiness: () => ({ ready: true, missing: [], degraded: [] }),
    wallClock: () => NOW,
    monitor: { latest: () => undefined, findings: () => [] },
    ...more,
  });
}

const prefixes = (more: Partial<MountOptions> = {}) => mounts(more).map(({ prefix }) => prefix);

interface Mounted {
  readonly surfaces: Config['SURFACES'];
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

test.each([
  { surfaces: ['a'], has: ['/v1', '/v1/oasis', '/v1/me', '/v1/usage'], lacks: ['/oasis', '/forecast/v1'] },
  { surfaces: ['b'], has: ['/oasis', '/oasisapi/SingleZip'], lacks: ['/v1', '/v1/me', '/forecast/v1'] },
  { surfaces: ['c'], has: ['/forecast/v1'], lacks: ['/v1', '/oasis'] },
  { surfaces: ['c', 'c'], has: ['/forecast/v1'], lacks: ['/v1'] },
] satisfies Mounted[])(
  'SURFACES=$surfaces mounts its own paths, once, and what is of none',
  ({ surfaces, has, lacks }) => {
    const found = prefixes({ config: configOf(surfaces) });
    expect(found).toEqual(expect.arrayContaining([...has, '/v1/health', '/livez', '/readyz', '']));
    expect(found.filter((prefix) => lacks.includes(prefix))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  },
);

test('the longest prefix of a path answers it', () => {
  const all = mounts();
  const answering = (path: string) => mountOf(all, path)?.prefix;
  expect(['/v1/usage', '/v1/oasis', '/v1/regions', '/v1/health', '/docs'].map(answering)).toEqual([
    '/v1/usage',
    '/v1/oasis',
    '/v1',
    '/v1/health',
    '',
  ]);
});

test.each([['a'], ['b'], ['c']] as const)('health answers although surface %s alone is mounted', async (surface) => {
  const answer = await handlerAsk(mounts({ config: configOf([surface]) }), () => NOW)('/v1/health');
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { active_grids: expect.any(Number) }]);
});

test('the demo is mounted only where it is on', () => {
  const demo = { mostPerAddress: 1 } as unknown as NonNullable<MountOptions['demo']>;
  expect(prefixes().filter((prefix) => prefix.startsWith('/demo'))).toEqual([]);
  expect(prefixes({ demo }).filter((prefix) => prefix.startsWith('/demo')).length).toBeGreaterThan(0);
});
