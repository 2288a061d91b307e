import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { measuredDays } from '../../testing/measured-days.js';
import { pastWithErrors } from '../../testing/past-errors.js';
import type { InputTier } from '../combination/input-tier.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import { TierCalibrations } from './calibration.js';

const CUTOFF = dayNumber(2024, 6, 30);

const pastOf = (days: number, sizeOf: (target: number) => number) => pastWithErrors(CUTOFF, days, sizeOf);

describe('the calibrations of tiers', () => {
  const { past, first } = pastOf(300, () => 0.1);
  const actual = measuredDays(first, 340, () => 9);
  const tierOf = (own: PastForecasts) => ({ past: own }) as InputTier;
  const forecasts = (tier: InputTier) => ({
    tier,
    byDay: past.logs,
    logs: past.logs.get(CUTOFF)!,
    correction: new Float64Array(),
  });

  test('a tier is calibrated with its own past', () => {
    const calibrations = new TierCalibrations();
    const [narrow, wide] = [tierOf(past), tierOf(pastOf(300, () => 0.3).past)];
    const at = (tier: InputTier) =>
      calibrations
        .calibrate({ ...forecasts(tier), byDay: tier.past.logs }, actual, actual, CUTOFF)
        .errorQuantile(1, 12, 0.9);
    expect(at(wide)).toBeGreaterThan(1.5 * at(narrow));
    expect(at(narrow)).toBe(at(narrow));
  });

  test('it is calibrated again when its past is another', () => {
    const calibrations = new TierCalibrations();
    const tier = tierOf(past) as { past: PastForecasts } & InputTier;
    const before = calibrations.calibrate(forecasts(tier), actual, actual, CUTOFF).errorQuantile(1, 12, 0.9);
    tier.past = pastOf(300, () => 0.3).past;
    const byDay = tier.past.logs;
    const after = calibrations.calibrate({ ...forecasts(tier), byDay }, actual, actual, CUTOFF);
    expect(after.errorQuantile(1, 12, 0.9)).toBeGreaterThan(1.5 * before);
  });

  test('two tiers in turn have the calibrations that each has alone', () => {
    const tiers = [tierOf(past), tierOf(pastOf(300, () => 0.2).past)];
    const at = (calibrations: TierCalibrations, tier: InputTier) =>
      calibrations.calibrate({ ...forecasts(tier), byDay: tier.past.logs }, actual, actual, CUTOFF);
    const shared = new TierCalibrations();
    for (const tier of [...tiers, ...tiers]) {
      const alone = at(new TierCalibrations(), tier);
      for (const [lead, hour, level] of [
        [0, 23, 0.05],
        [1, 12, 0.1],
        [15, 0, 0.9],
      ] as const)
        expect(at(shared, tier).errorQuantile(lead, hour, level)).toBe(alone.errorQuantile(lead, hour, level));
    }
  });

  test('a tier is calibrated with the power of its area, a restored one too', () => {
    const tier = tierOf(pastOf(300, (target) => (target >= CUTOFF - 30 ? 0.3 : 0.1)).past);
    const at = (calibrations: TierCalibrations) =>
      calibrations
        .calibrate({ ...forecasts(tier), byDay: tier.past.logs }, actual, actual, CUTOFF)
        .errorQuantile(1, 12, 0.9);
    const [usual, whole, restored] = [new TierCalibrations(), new TierCalibrations(1), new TierCalibrations(1)];
    expect(at(whole)).toBeGreaterThan(1.1 * at(usual));
    restored.restore(tier, structuredClone(whole.stateOf(tier)!));
    expect(at(restored)).toBe(at(whole));
  });
});
