import { DAY_MS, HOUR_MS, type Plan, type SurfaceId } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { earliestHistory, plansOf } from '@loadcast/core/quota';
import { sha256Hex } from '@loadcast/formats/node';
import type { Ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { NOW, writeHistory } from './testing/arrivals.js';
import { asking, pathAsOf, pathOf } from './testing/asking.js';
import { ENDPOINT_EXAMPLES, type EndpointExample } from './testing/endpoints.data.js';

let ask: Ask;
beforeAll(async () => {
  const stores = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
  await writeHistory(stores);
  ask = asking(stores);
});

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  format: ['json', 'columns', 'csv', 'ndjson', 'xlsx', 'arrow'],
  resultformat: ['5', '6'],
};

/** An example in each format that it may have. */
function inEveryFormat(example: EndpointExample): EndpointExample[] {
  const { path } = example;
  if (path.includes('/bulk/')) return [example];
  const name = path.includes('/oasis') ? 'resultformat' : 'format';
  const plain = path.replace(new RegExp(`[?&]${name}=\\w+`), '');
  const mark = plain.includes('?') ? '&' : '?';
  return FORMATS[name]!.map((format) => ({ ...example, path: `${plain}${mark}${name}=${format}` }));
}

const readsOf = (surface: SurfaceId): EndpointExample[] =>
  ENDPOINT_EXAMPLES.filter(({ readsStore, plan }) => readsStore && plan === surface);
const READS = readsOf('a').flatMap(inEveryFormat);
const RANGES = READS.filter(({ path }) => /\{(?:start|day|month)\}/.test(path));

/** The paths that are not refused to a plan. A range that is too long is refused to every plan. */
async function answered(paths: readonly string[], { id }: Plan): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (![400, 403].includes((await ask(path, id)).status)) found.push(path);
  return found;
}

describe.each(plansOf('a'))('surface A, $name', (plan) => {
  const earliest = earliestHistory(plan, NOW);

  test('no read in any format answers as of a millisecond before the plan sees', async () => {
    const paths = READS.map((example) => pathAsOf(example, earliest - 1));
    expect(await answered(paths, plan)).toEqual([]);
  });

  test('no read in any format shows an hour that began before the plan sees', async () => {
    const paths = RANGES.map((example) => {
      const isMonth = example.path.includes('{month}');
      return pathOf(example, isMonth ? earliest - 31 * DAY_MS : earliest + 23 * HOUR_MS);
    });
    expect(paths.length).toBeGreaterThan(20);
    expect(await answered(paths, plan)).toEqual([]);
  });
});

test.each(plansOf('a').slice(2))('$name reads everything in every format within its history', async (plan) => {
  const paths = READS.map((example) => pathAsOf(example, NOW - 1));
  expect(await answered(paths, plan)).toEqual(paths);
});

test.each(plansOf('a').slice(0, 3))(
  'what $name is refused as history is in the plan that the refusal names',
  async (plan) => {
    const path = `/v1/demand/latest?region=PJM&as_of=${new Date(earliestHistory(plan, NOW) - 1).toISOString()}`;
    const { status, text } = await ask(path, plan.id);
    const { error } = JSON.parse(text);
    expect([status, error.code, error.details.plan]).toEqual([403, 'plan_limit', plan.name]);
    const named = plansOf('a').find(({ name }) => name === error.details.required_plan)!;
    expect((await ask(path, named.id)).status).toBe(200);
  },
);

test.each([
  { surface: 'b', plan: 'trial' },
  { surface: 'c', plan: 'trial' },
] as const)('a plan of surface $surface reads as of any instant', async ({ surface, plan }) => {
  for (const example of readsOf(surface)) {
    for (const instant of [NOW - 20 * DAY_MS, NOW - 2_000 * DAY_MS]) {
      expect((await ask(pathAsOf(example, instant), plan)).status).not.toBe(403);
    }
  }
});
