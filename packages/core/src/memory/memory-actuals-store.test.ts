import { expect, test } from 'vitest';
import { buildBatch, buildBlock } from '../testing/builders.js';
import { describeActualsStore } from '../testing/describe-actuals-store.js';
import { HOUR_MS } from '../time/instant.js';
import { memoryActualsStore } from './memory-actuals-store.js';

describeActualsStore('memory', () => memoryActualsStore());

test('more blocks than a function takes arguments, such as a decade of live polls, are one series', async () => {
  const store = memoryActualsStore();
  const hours = Array.from({ length: 130_000 }, (_, i) => i);
  const startOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString();
  await store.append(buildBatch(hours.map((hour) => buildBlock(startOf(hour), [hour]))));
  expect((await store.read({ series: 'CISO', measure: 'demand' })).values).toHaveLength(130_000);
});
