import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { ACTUALS_OF, actualsOf, claimActuals } from '@loadcast/service';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './configured-store.js';
import { openForRealActuals } from './open-for-real-actuals.js';

function folder(): { LOADCAST_DATA_DIR: string } {
  const dir = mkdtempSync(join(tmpdir(), 'loadcast-claim-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return { LOADCAST_DATA_DIR: dir };
}

test.each([
  { name: 'nothing', blocks: [], held: undefined },
  { name: 'one hour', blocks: [buildBlock('2026-01-01T00:00Z', [1])], held: ACTUALS_OF.eia },
])('a run that stores $name leaves a store that is of: $held', async ({ blocks, held }) => {
  const store = await openForRealActuals(folder());
  await store.actuals.append(buildBatch(blocks));
  expect(await actualsOf(store.meta)).toBe(held);
  await store.close();
});

test('a simulated grid is refused before anything is read', async () => {
  const env = folder();
  const store = await openStore(env);
  await claimActuals(store.meta, ACTUALS_OF.simulated, store.place);
  await store.close();
  await expect(openForRealActuals(env)).rejects.toThrow('holds a simulated grid, not the load of real grids');
});
