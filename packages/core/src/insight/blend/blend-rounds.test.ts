import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../time/instant.js';
import { blendRounds, REGRET_SCALE, type Round } from './blend-rounds.js';

/** Rounds of one hour each; a forecast is due when the round `delay` before has ended. */
const hourly = (count: number, delay = 1): Round[] =>
  Array.from({ length: count }, (_, from) => {
    const endsAt = (from + 1) * HOUR_MS;
    return { from, to: from + 1, block: 0, dueAt: endsAt - delay * HOUR_MS, endsAt };
  });

const logsOf = (rows: readonly (readonly number[])[], expert: number) =>
  Float64Array.from(rows, (row) => 1_000 * Math.exp(row[expert]!));

describe('whatever experts and load do, the blend is worse than none by more than the regret bound', () => {
  const deviation = fc.double({ min: -0.25, max: 0.25, noNaN: true });
  const missing = fc.oneof({ weight: 9, arbitrary: deviation }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
  test.each([{ experts: 2 }, { experts: 3 }, { experts: 7 }])('$experts experts', ({ experts }) => {
    const row = fc.tuple(deviation, fc.array(missing, { minLength: experts, maxLength: experts }));
    fc.assert(
      fc.property(fc.array(phase(row), { minLength: 1, maxLength: 6 }), (phases) => {
        const rows = phases.flatMap(({ rows, times }) => Array.from({ length: times }, () => rows).flat());
        const columns = Array.from({ length: experts }, (_, k) =>
          logsOf(
            rows.map(([, each]) => each),
            k,
          ),
        );
        const actualMw = logsOf(
          rows.map(([load]) => [load]),
          0,
        );
        const { valueMw, weights } = blendRounds(columns, actualMw, hourly(rows.length));
        const excess = new Float64Array(experts);
        const squares = new Float64Array(experts);
        let potential = 0;
        const present = presentIn(columns, actualMw);
        rows.forEach((_, t) => {
          const blended = Math.log(valueMw[t]!);
          const load = Math.log(actualMw[t]!);
          if (Number.isNaN(blended)) return;
          expect(weights[t]!.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
          for (const k of present[t]!) {
            const forecast = Math.log(columns[k]![t]!);
            excess[k]! += Math.abs(blended - load) - Math.abs(forecast - load);
            const regret = Math.sign(blended - load) * (blended - forecast);
            potential += regret ** 2 / (REGRET_SCALE ** 2 + squares[k]!);
            squares[k]! += regret ** 2;
          }
        });
        for (let k = 0; k < experts; k++)
          expect(excess[k]!).toBeLessThanOrEqual(Math.sqrt((REGRET_SCALE ** 2 + squares[k]!) * potential) + 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

/** Which experts may count: a second, plain statement of the rules. */
function presentIn(columns: readonly Float64Array[], actualMw: Float64Array): number[][] {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const errors = columns.map((): number[] => []);
  return Array.from(actualMw, (load, t) => {
    const newest = errors.map((all) => all.slice(-14));
    for (const [k, mw] of columns.entries())
      if (!Number.isNaN(mw[t]!)) errors[k]!.push(Math.abs(Math.log(mw[t]! / load)));
    const here = [...columns.keys()].filter((k) => !Number.isNaN(columns[k]![t]!));
    const known = here.filter((k) => newest[k]!.length >= 7);
    const best = Math.min(...known.map((k) => meanOf(newest[k]!)));
    return known.length === 0 ? here : known.filter((k) => meanOf(newest[k]!) <= 3 * best);
  });
}

/** Rounds that repeat, so that weights have settled when the next ones contradict them. */
const phase = <Row>(row: fc.Arbitrary<Row>) =>
  fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 3 }), times: fc.integer({ min: 1, max: 40 }) });

describe('an expert is left out', () => {
  const DAYS = 40;
  /** Load of 1,000 MW; the expert beside it has an error of 2 % either way, and changes on day 30. */
  const weightsFrom = (changed: (day: number) => number, before = (day: number) => 1_000 * (day % 2 ? 1.02 : 0.98)) => {
    const steady = Float64Array.from({ length: DAYS }, (_, day) => 1_000 * (day % 3 ? 1.02 : 0.97));
    const other = Float64Array.from({ length: DAYS }, (_, day) => (day < 30 ? before(day) : changed(day)));
    const { weights, valueMw } = blendRounds([steady, other], new Float64Array(DAYS).fill(1_000), hourly(DAYS));
    return { weights: weights.map(([, weight]) => weight!), valueMw };
  };
  test('that is honest is not', () => {
    expect(weightsFrom(() => 1_010).weights.slice(30)).not.toContain(0);
  });
  test.each([
    { name: 'that is late', changed: () => Number.NaN },
    { name: 'in another unit', changed: () => 1_000_000 },
    { name: 'with doubled hours', changed: () => 2_000 },
    { name: 'that says nothing', changed: () => 0 },
  ])('$name, from the first hour on', ({ changed }) => {
    const { weights, valueMw } = weightsFrom(changed);
    expect(weights.slice(30)).toEqual(new Array(10).fill(0));
    expect(weights[29]).toBeGreaterThan(0);
    expect([...valueMw.subarray(30)].every((mw) => mw > 900 && mw < 1_100)).toBe(true);
  });
  test('with trailing errors three times those of the best', () => {
    const { weights } = weightsFrom(
      () => 1_000,
      () => 1_250,
    );
    expect(weights[30]).toBe(0);
    expect(weights[39]).toBe(0);
  });
  test('until seven of its rounds are known', () => {
    const { weights } = weightsFrom(
      () => 1_000,
      () => Number.NaN,
    );
    expect(weights.slice(30, 37)).toEqual(new Array(7).fill(0));
    expect(weights[38]).toBeGreaterThan(0);
  });
});

test.each([1, 2, 3])('a round learns nothing from load of rounds that ended after it was due: %i behind', (delay) => {
  const [count, changed] = [60, 40];
  const experts = [3, 5].map((step) => Float64Array.from({ length: count }, (_, t) => 1_000 + ((t * step) % 13)));
  const load = Float64Array.from({ length: count }, (_, t) => 1_000 + ((t * 7) % 11));
  const other = load.map((mw, t) => (t >= changed ? mw - 20 : mw));
  const [a, b] = [load, other].map((actualMw) => blendRounds(experts, actualMw, hourly(count, delay)));
  const same = changed + delay;
  expect(a!.valueMw.subarray(0, same)).toEqual(b!.valueMw.subarray(0, same));
  expect(a!.valueMw[same]).not.toBe(b!.valueMw[same]);
});
