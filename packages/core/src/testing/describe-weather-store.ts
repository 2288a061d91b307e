import { beforeEach, describe, expect, test } from 'vitest';
import type { WeatherBlock } from '../ports/weather-source.js';
import type { WeatherStore } from '../ports/weather-store.js';
import { HOUR_MS } from '../time/instant.js';
import { blockNameOf } from '../weather/block-name.js';
import { buildWeatherBlock } from './builders.js';

const byName = (blocks: readonly WeatherBlock[]) =>
  [...blocks].sort((a, b) => (blockNameOf(a) < blockNameOf(b) ? -1 : 1));

/**
 * The contract of `WeatherStore`: the whole test file of an adapter.
 *
 * @param open returns an empty store, once per test; may register its clean-up with vitest's `onTestFinished`
 * @example
 * // describeWeatherStore('memory', () => memoryWeatherStore());
 */
export function describeWeatherStore(name: string, open: () => WeatherStore | Promise<WeatherStore>): void {
  describe(`${name} keeps weather`, () => {
    let store: WeatherStore;
    beforeEach(async () => {
      store = await open();
    });
    const put = (...blocks: WeatherBlock[]) => store.write({ put: blocks, drop: [] });
    const read = async (...areaIds: WeatherBlock['areaId'][]) => byName(await store.read(areaIds));

    test('an empty store has nothing, and writing nothing keeps nothing', async () => {
      await store.write({ put: [], drop: [] });
      expect(await read('caiso', 'pjm')).toEqual([]);
    });

    test.each<{ kind: string; block: Partial<WeatherBlock> }>([
      { kind: 'an issue', block: { known: { kind: 'at', at: 1_767_225_600_123 } } },
      { kind: 'what was observed', block: { known: { kind: 'lag', lagMs: 0 } } },
      { kind: 'a past forecast', block: { known: { kind: 'lag', lagMs: -49 * HOUR_MS } } },
      {
        kind: 'a daily rule',
        block: { known: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 3_600_000, dayOffset: -1 } },
      },
      { kind: 'a frosty place é', block: { point: 'Ålesund 7', values: Float64Array.of(-40.5, -0.1, 0) } },
      { kind: 'gaps', block: { values: Float64Array.of(Number.NaN, 1, Number.NaN) } },
      { kind: 'nothing but gaps', block: { values: Float64Array.of(Number.NaN) } },
      { kind: 'values of any fineness', block: { values: Float64Array.of(1 / 3, Math.PI, 1e-9) } },
      { kind: 'a month of hours', block: { values: Float64Array.from({ length: 720 }, (_, i) => (i % 37) / 10) } },
      { kind: 'a small weight', block: { weight: 0.037 } },
      { kind: 'hours before 1970', block: { start: -HOUR_MS } },
    ])('$kind comes back as it was put', async ({ block }) => {
      const whole = buildWeatherBlock(block);
      await put(whole);
      expect(await read('caiso')).toEqual([whole]);
    });

    test('a block takes the place of the one of its name and of no other', async () => {
      const first = buildWeatherBlock();
      const others = (
        [
          { areaId: 'pjm' },
          { point: 'place 1' },
          { variable: 'cloudPct' },
          { known: { kind: 'at', at: 6 } },
          { start: first.start + HOUR_MS },
        ] as const
      ).map((other) => buildWeatherBlock(other));
      await put(first, ...others);
      const next = buildWeatherBlock({ values: Float64Array.of(9, 8), weight: 2 });
      await put(next);
      expect(await read('caiso', 'pjm')).toEqual(byName([next, ...others]));
    });

    test('only the areas that are asked for are read', async () => {
      await put(buildWeatherBlock(), buildWeatherBlock({ areaId: 'vea' }), buildWeatherBlock({ areaId: 'sce' }));
      expect((await read('sce', 'vea', 'miso')).map(({ areaId }) => areaId)).toEqual(['sce', 'vea']);
      expect(await read()).toEqual([]);
    });

    test('what is dropped is gone, what is not there does no harm, and what is put in the same change stays', async () => {
      const [first, second] = [buildWeatherBlock(), buildWeatherBlock({ point: 'place 1' })];
      await put(first, second);
      await store.write({ put: [second], drop: [first, second, buildWeatherBlock({ areaId: 'pjm' })] });
      expect(await read('caiso')).toEqual([second]);
    });

    test('the version grows by one with every change and by nothing else', async () => {
      const before = await store.version();
      await put(buildWeatherBlock());
      const after = await store.version();
      expect(after).toBe(before + 1);
      await read('caiso');
      expect(await store.version()).toBe(after);
      await store.write({ put: [], drop: [buildWeatherBlock()] });
      expect(await store.version()).toBe(after + 1);
      await store.write({ put: [], drop: [] });
      expect(await store.version()).toBe(after + 2);
    });

    test.each<{ fault: string; fields: Partial<WeatherBlock> }>([
      { fault: 'no hours', fields: { values: new Float64Array() } },
      { fault: 'a start off the hour', fields: { start: 1 } },
      { fault: 'an infinite value', fields: { values: Float64Array.of(1, Infinity) } },
      { fault: 'no weight', fields: { weight: 0 } },
      { fault: 'a place without a name', fields: { point: '' } },
    ])('a block with $fault is refused, and nothing of the change is made', async ({ fields }) => {
      await put(buildWeatherBlock());
      const change = {
        put: [buildWeatherBlock({ areaId: 'pjm' }), buildWeatherBlock(fields)],
        drop: [buildWeatherBlock()],
      };
      await expect(store.write(change)).rejects.toThrow(RangeError);
      expect(await read('caiso', 'pjm')).toEqual([buildWeatherBlock()]);
    });

    test('changing an array after it was put, or one that was read, changes nothing', async () => {
      const block = buildWeatherBlock();
      await put(block);
      block.values[0] = 99;
      (await read('caiso'))[0]!.values[0] = 98;
      expect(await read('caiso')).toEqual([buildWeatherBlock()]);
    });

    test('changes made at the same time are all made, one after the other', async () => {
      const blocks = Array.from({ length: 8 }, (_, i) => buildWeatherBlock({ point: `place ${i}` }));
      const before = await store.version();
      await Promise.all(
        blocks.map((block, i) =>
          store.write({ put: [block, buildWeatherBlock({ areaId: 'pjm' })], drop: [blocks[i]!] }),
        ),
      );
      expect(await store.version()).toBe(before + blocks.length);
      expect(await read('caiso', 'pjm')).toEqual(byName([...blocks, buildWeatherBlock({ areaId: 'pjm' })]));
    });

    test('a hundred thousand hours are written and read in one piece', async () => {
      const blocks = Array.from({ length: 160 }, (_, i) =>
        buildWeatherBlock({
          point: `place ${i}`,
          values: Float64Array.from({ length: 720 }, (_, hour) => Math.round(100 * Math.sin(hour + i)) / 10 + 0),
        }),
      );
      await put(...blocks);
      expect(await read('caiso')).toEqual(byName(blocks));
      await store.write({ put: [], drop: blocks });
      expect(await read('caiso')).toEqual([]);
    });
  });
}
