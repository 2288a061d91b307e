import type { Area, Forecaster } from '@loadcast/core';
import { type AreaBacktest, type BacktestPlan, backtestArea } from '@loadcast/core/backtest';
import { type BacktestInput, selectInputs } from './inputs/select-inputs.js';
import { type BacktestRuntime, backtestData } from './runtime.js';

/** The job replayed for every area. Plain data: it crosses to worker threads. */
export interface ReplayJob {
  readonly runtime: BacktestRuntime;
  readonly plan: BacktestPlan;
  readonly inputs: readonly BacktestInput[];
  readonly model: string;
}

/** Replays one area on the calling thread. */
export type ReplayArea = (area: Area, onIssue: (done: number, total: number) => void) => Promise<AreaBacktest>;

/**
 * A replay of several areas. Consecutive areas of one clock share what the models keep of the runtime; with another
 * clock it is let go, since it would not be used again.
 */
export function createReplay({ runtime, plan, inputs }: ReplayJob, forecaster: Forecaster): ReplayArea {
  let data = backtestData(runtime);
  let zone: string | undefined;
  return async (area, onIssue) => {
    if (area.timezone !== zone) data = backtestData(runtime);
    zone = area.timezone;
    const truth = runtime.load.get(area.series);
    if (!truth) {
      const reason = `the store holds no load of ${area.series}`;
      return { areaId: area.id, runs: [], models: [], issues: 0, gaps: [{ reason, issues: 0 }] };
    }
    const operator = runtime.operator.get(area.series);
    const seen = selectInputs(data, area, inputs);
    return backtestArea({ area, peaksOf: area, forecaster, data: seen, truth, operator }, plan, onIssue);
  };
}
