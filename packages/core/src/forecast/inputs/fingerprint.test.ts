import { describe, expect, test } from 'vitest';
import { foldBlocks, type KnownSeries, type ObservationBlock } from '../../series/known-series.js';
import type { KnownWeather } from '../../series/known-weather.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { Fingerprint, seriesFingerprint, weatherFingerprint } from './fingerprint.js';

const START = Date.UTC(2024, 1, 28);
const AS_OF = START + 5 * DAY_MS;

describe('a fingerprint', () => {
  const of = (...texts: string[]) => texts.reduce((print, text) => print.addText(text), new Fingerprint()).toString();

  test.each([
    { name: 'another text', a: ['PJM'], b: ['PJN'] },
    { name: 'the same texts in another order', a: ['PJM', 'MISO'], b: ['MISO', 'PJM'] },
    { name: 'the same letters, cut elsewhere', a: ['ab', 'c'], b: ['a', 'bc'] },
    { name: 'an empty text more', a: ['PJM'], b: ['PJM', ''] },
  ])('differs for $name', ({ a, b }) => {
    expect(of(...a)).not.toBe(of(...b));
    expect(of(...a)).toMatch(/^[0-9a-f]{16}$/);
  });

  test('counts the lowest 32 bits of a word', () => {
    const ofWord = (word: number) => {
      const print = new Fingerprint();
      print.addWord(word);
      return print.toString();
    };
    expect(ofWord(-1)).toBe(ofWord(0xffff_ffff));
    expect(ofWord(1)).not.toBe(ofWord(0x8000_0001));
  });

  test('does not repeat over ten thousand words in each half', () => {
    const prints = Array.from({ length: 10_000 }, (_, word) => {
      const print = new Fingerprint();
      print.addWord(word);
      return print.toString();
    });
    expect(new Set(prints.map((text) => text.slice(0, 8))).size).toBe(prints.length);
    expect(new Set(prints.map((text) => text.slice(8))).size).toBe(prints.length);
  });
});

/** Four days of load, known two hours late. */
const block = (fields: Partial<ObservationBlock> = {}): ObservationBlock => ({
  start: START,
  values: Float64Array.from({ length: 96 }, (_, hour) => 1_000 + hour),
  known: { kind: 'lag', lagMs: 2 * HOUR_MS },
  ...fields,
});
const restated = (hour: number, value: number, at: number): ObservationBlock => ({
  start: START + hour * HOUR_MS,
  values: Float64Array.of(value),
  known: { kind: 'at', at },
});
const withValue = (hour: number, value: number) => {
  const values = block().values.slice();
  values[hour] = value;
  return block({ values });
};
const usual = () => foldBlocks([block()]);

describe('the fingerprint of a series', () => {
  test.each<{ name: string; series: KnownSeries; isEqual: boolean }>([
    { name: 'the same values, folded in two parts', series: foldBlocks(halves()), isEqual: true },
    {
      name: 'an hour restated after the instant',
      series: foldBlocks([block(), restated(5, 7, AS_OF + 1)]),
      isEqual: true,
    },
    {
      name: 'an hour added that is known later',
      series: foldBlocks([block(), restated(96, 7, AS_OF + 1)]),
      isEqual: true,
    },
    { name: 'an hour restated at the instant', series: foldBlocks([block(), restated(5, 7, AS_OF)]), isEqual: false },
    { name: 'the last bit of one value', series: foldBlocks([withValue(40, 1_040 + 2 ** -42)]), isEqual: false },
    { name: 'one hour missing', series: foldBlocks([withValue(40, Number.NaN)]), isEqual: false },
    { name: 'its last hour missing', series: foldBlocks([withValue(95, Number.NaN)]), isEqual: false },
    { name: 'the same values an hour later', series: foldBlocks([block({ start: START + HOUR_MS })]), isEqual: false },
    { name: 'a zero in place of a missing hour', series: foldBlocks([withValue(40, 0)]), isEqual: false },
  ])('after $name is equal: $isEqual', ({ series, isEqual }) => {
    expect(seriesFingerprint(series, AS_OF) === seriesFingerprint(usual(), AS_OF)).toBe(isEqual);
  });

  test('reads a restated hour as it was known at the instant', () => {
    const series = foldBlocks([block(), restated(5, 7, AS_OF), restated(5, 8, AS_OF + DAY_MS)]);
    expect(seriesFingerprint(series, AS_OF - 1)).toBe(seriesFingerprint(usual(), AS_OF - 1));
    expect(seriesFingerprint(series, AS_OF)).toBe(seriesFingerprint(foldBlocks([withValue(5, 7)]), AS_OF));
    expect(seriesFingerprint(series, AS_OF + DAY_MS)).toBe(seriesFingerprint(foldBlocks([withValue(5, 8)]), AS_OF));
  });

  test('asked for by turns at two instants is that of each', () => {
    const series = usual();
    const early = START + DAY_MS;
    const [first, second] = [seriesFingerprint(series, early), seriesFingerprint(series, AS_OF)];
    expect(first).not.toBe(second);
    expect([seriesFingerprint(series, early), seriesFingerprint(series, AS_OF)]).toEqual([first, second]);
  });

  test('of a series with nothing known yet is that of an empty one', () => {
    expect(seriesFingerprint(usual(), START - DAY_MS)).toBe(seriesFingerprint(foldBlocks([]), AS_OF));
  });
});

function halves(): ObservationBlock[] {
  const { values } = block();
  return [block({ values: values.slice(0, 30) }), block({ start: START + 30 * HOUR_MS, values: values.slice(30) })];
}

describe('the fingerprint of weather', () => {
  const weatherOf = (series: KnownSeries, { name = 'Boston', weight = 2 } = {}): KnownWeather => ({
    points: [{ name, weight, variables: { temperatureC: series } }],
  });
  const forecastFirst = foldBlocks([{ ...block(), known: { kind: 'at', at: START } }, block()]);

  test.each<{ name: string; weather: KnownWeather; isEqual: boolean }>([
    { name: 'nothing', weather: weatherOf(usual()), isEqual: true },
    { name: 'the name of a point', weather: weatherOf(usual(), { name: 'Albany' }), isEqual: false },
    { name: 'its weight', weather: weatherOf(usual(), { weight: 3 }), isEqual: false },
    {
      name: 'the variable',
      weather: { points: [{ ...pointOf(usual()), variables: { cloudPct: usual() } }] },
      isEqual: false,
    },
    { name: 'a second point', weather: { points: [pointOf(usual()), pointOf(usual())] }, isEqual: false },
    { name: 'a value', weather: weatherOf(foldBlocks([withValue(3, 4)])), isEqual: false },
    {
      name: 'when a value was known',
      weather: weatherOf(foldBlocks([block({ known: { kind: 'at', at: START } })])),
      isEqual: false,
    },
    { name: 'a forecast that the observation replaced', weather: weatherOf(forecastFirst), isEqual: false },
    {
      name: 'what is known later',
      weather: weatherOf(foldBlocks([block(), restated(5, 7, AS_OF + 1)])),
      isEqual: true,
    },
  ])('is the same after a change of $name: $isEqual', ({ weather, isEqual }) => {
    const kept = weatherFingerprint({ points: [pointOf(usual())] }, AS_OF);
    expect(weatherFingerprint(weather, AS_OF) === kept).toBe(isEqual);
  });

  function pointOf(series: KnownSeries) {
    return { name: 'Boston', weight: 2, variables: { temperatureC: series } };
  }
});
