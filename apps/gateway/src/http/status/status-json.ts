import { isoUtc, modelText, roundMw } from '@loadcast/formats';
import type { AreaStatus, Status } from './read-status.js';

/** Shares known once a gate has passed have two decimals. */
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : roundMw((100 * part) / whole));

export function statusJson({ state, areas, service }: Status): object {
  return {
    state,
    service: service.map(({ monitor, words }) => ({ monitor, message: words })),
    areas: areas.map(areaJson),
  };
}

function areaJson({ area, state, words, actual, expectedAt, run, gates, findings }: AreaStatus): object {
  return {
    region: area.code,
    state,
    message: words,
    newest_actual: actual ? { time_utc: isoUtc(actual.start), value_mw: roundMw(actual.valueMw) } : null,
    next_expected_at: expectedAt === undefined ? null : isoUtc(expectedAt),
    newest_run: run
      ? { issued_at: isoUtc(run.issuedAt), data_cutoff: isoUtc(run.dataCutoff), model: modelText(run.model) }
      : null,
    gates_90_days: {
      gates: gates.gates,
      met: gates.met,
      met_pct: percent(gates.met, gates.gates),
      missed: gates.missed.map(isoUtc),
    },
    findings: findings.map(({ monitor, message }) => ({ monitor, message })),
  };
}
