import { type KnownSeries, versionKnownAt } from '../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';

/** The operator's forecast, MW, and when it became known; NaN where there is none. */
export interface OperatorHours {
  readonly operatorMw: Float64Array;
  readonly operatorKnownAtMs: Float64Array;
}

/**
 * The operator's forecast as it stood at each hour's gate. An hour without one at its gate has the first that came later,
 * whose known time says so: most operators publish after ours is made.
 *
 * @param gates the instant of each hour at which our run was chosen; NaN where that is still to come
 * @param asOf nothing that became known later counts
 */
export function operatorAtGate(
  operator: KnownSeries,
  start: EpochMs,
  gates: ArrayLike<EpochMs>,
  asOf: EpochMs,
): OperatorHours {
  const operatorMw = new Float64Array(gates.length).fill(Number.NaN);
  const operatorKnownAtMs = operatorMw.slice();
  for (let hour = 0; hour < gates.length; hour++) {
    const at = start + hour * HOUR_MS;
    const gate = gates[hour]!;
    const version = versionKnownAt(operator, at, gate < asOf ? gate : asOf) ?? firstVersion(operator, at, asOf);
    if (!version || !(version.value > 0)) continue;
    operatorMw[hour] = version.value;
    operatorKnownAtMs[hour] = version.knownAtMs;
  }
  return { operatorMw, operatorKnownAtMs };
}

function firstVersion(operator: KnownSeries, start: EpochMs, asOf: EpochMs) {
  const hour = Math.round((start - operator.start) / HOUR_MS);
  const first = operator.replaced.get(hour)?.[0];
  return versionKnownAt(operator, start, first ? Math.min(first.knownAtMs, asOf) : asOf);
}
