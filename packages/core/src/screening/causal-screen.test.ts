import { expect, test } from 'vitest';
import { pseudoRandom } from '../testing/measured-days.js';
import { screenCausally, unscreened } from './causal-screen.js';
import { FLAG } from './flags.js';
import { AUTHORITY_POLICY, SUB_AREA_POLICY } from './policies.data.js';
import type { ScreenPolicy } from './policy.js';

const HOURS = 24 * 80;

function medianOf(values: number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  if (sorted.length < 7) return Number.NaN;
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/** Whether an hour is a spike or a jump by the medians of 28 days, each made by sorting. */
function byMedians(valuesMw: Float64Array, logMw: Float64Array, hour: number, policy: ScreenPolicy) {
  const level = Math.log(valuesMw[hour]!);
  const change = level - logMw[hour - 1]!;
  const days = Array.from({ length: 28 }, (_, i) => hour - 24 * (i + 1)).filter((at) => at > 0);
  const changes = days.map((at) => logMw[at]! - logMw[at - 1]!);
  const surprise = Math.abs(change - medianOf(changes));
  const usual = medianOf(changes.map((each) => Math.abs(each - medianOf(changes))));
  return {
    isSpike: Math.abs(level - medianOf(days.map((at) => logMw[at]!))) > policy.maxLogDeviation,
    isJump: surprise > policy.jumpFloor && surprise > policy.jumpMads * usual,
  };
}

/** Such hours are good without a median. */
function isCalm(valuesMw: Float64Array, logMw: Float64Array, hour: number): boolean {
  const level = Math.log(valuesMw[hour]!);
  const change = (at: number, value = logMw[at]!) => value - logMw[at - 1]!;
  const isNear = [24, 168].every((back) => Math.abs(level - logMw[hour - back]!) < 0.3);
  return isNear && [24, 168].some((back) => Math.abs(change(hour, level) - change(hour - back)) < 0.05);
}

const noisy = (size: number) => (hour: number) => 20_000 * Math.exp(size * (pseudoRandom(hour) - 0.5));
const POWERS: ScreenPolicy = { ...AUTHORITY_POLICY, maxLogDeviation: Math.LN2, jumpFloor: Math.LN2, jumpMads: 0 };

test.each([
  { name: 'a little noise', policy: AUTHORITY_POLICY, loadMw: noisy(0.2), spikes: false, jumps: false },
  { name: 'much noise', policy: AUTHORITY_POLICY, loadMw: noisy(2), spikes: true, jumps: true },
  { name: 'noise of a sub-area', policy: SUB_AREA_POLICY, loadMw: noisy(3), spikes: true, jumps: true },
  {
    name: 'cuts of a fifth',
    policy: AUTHORITY_POLICY,
    loadMw: (hour: number) => (pseudoRandom(hour) < 0.05 ? 0.8 : 1) * noisy(0.01)(hour + 0.5),
    spikes: false,
    jumps: true,
  },
  {
    name: 'powers of two, which lie on the bounds',
    policy: POWERS,
    loadMw: (hour: number) => 2 ** Math.floor(10 + 4 * pseudoRandom(hour)),
    spikes: true,
    jumps: true,
  },
])('flags are those of the medians, of $name', ({ policy, loadMw, spikes, jumps }) => {
  const hours = unscreened(HOURS);
  for (let hour = 0; hour < HOURS; hour++) hours.valuesMw[hour] = loadMw(hour);
  screenCausally(hours, policy, 0, HOURS);
  const seen = { spikes: false, jumps: false };
  let good = 0;
  for (let hour = 200; hour < HOURS; hour++) {
    const flag = hours.flags[hour]!;
    const { isSpike, isJump } = byMedians(hours.valuesMw, hours.logMw, hour, policy);
    if (flag === FLAG.spike || flag === FLAG.unit_slip) {
      expect(isSpike).toBe(true);
      seen.spikes = true;
    } else if (flag === FLAG.jump) {
      expect([isSpike, isJump]).toEqual([false, true]);
      seen.jumps = true;
    } else if (flag === FLAG.good && !isCalm(hours.valuesMw, hours.logMw, hour)) {
      // The end of a long run of flags is always good.
      const mayEndRun = [FLAG.spike, FLAG.jump].some((ended) => hours.flags[hour - 1] === ended);
      if (!mayEndRun) expect([isSpike, isJump]).toEqual([false, false]);
      good++;
    }
  }
  expect(seen).toEqual({ spikes, jumps });
  if (spikes) expect(good).toBeGreaterThan(50);
});
