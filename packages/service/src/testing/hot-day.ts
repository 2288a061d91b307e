import { type AreaId, areaById, HOUR_MS, VINTAGE_HOURS, type Vintage } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock } from '@loadcast/core/testing';

/** A summer in which one day, 2023-08-10, may be made hotter than all others. */
export const ercot = areaById('ercot');
export const NOW = Date.parse('2023-08-09T14:00Z');
const LOAD_FROM = '2022-06-01T05:00Z';

/** Load with a daily wave; every day differs a little, and a hot one by more. */
const mwAt = (at: number, hotMw: number): number => {
  const local = new Date(at - 5 * HOUR_MS);
  const day = Math.floor(local.getTime() / (24 * HOUR_MS));
  const isHot = local.toISOString().startsWith('2023-08-10');
  const wave = 10_000 * Math.cos((2 * Math.PI * (local.getUTCHours() - 17)) / 24);
  return Math.round(60_000 + wave + ((day * 7919) % 1_000) + (isHot ? hotMw : 0));
};

/** A run of which the hot day is higher by some MW. */
export const runAt = (issuedAt: number, hotMw: number, hasOdds = true): Vintage => {
  const start = issuedAt + HOUR_MS;
  const valueMw = Float64Array.from({ length: VINTAGE_HOURS }, (_, hour) => mwAt(start + hour * HOUR_MS, hotMw));
  const common = {
    areaId: 'ercot' as AreaId,
    issuedAt,
    availableAt: issuedAt + 1000,
    dataCutoff: issuedAt - 3 * HOUR_MS,
  };
  return {
    ...common,
    model: { name: 'made-up', version: '1' },
    start,
    valueMw,
    p10Mw: valueMw.map((mw) => mw - 800),
    p90Mw: valueMw.map((mw) => mw + 800),
    ...(hasOdds && { dependence: { persistence: 0.75, harmonics: [0.88, 0.1] } }),
  };
};

/** Load up to an instant, each hour known two hours after its end. */
export async function measuredUntil(end: number, hotMw: number) {
  const actuals = memoryActualsStore();
  const start = Date.parse(LOAD_FROM);
  const values = Array.from({ length: (end - start) / HOUR_MS }, (_, hour) => mwAt(start + hour * HOUR_MS, hotMw));
  const known = { kind: 'lag', lagMs: 2 * HOUR_MS } as const;
  await actuals.append(buildBatch([buildBlock(LOAD_FROM, values, { series: ercot.series, known })]));
  return actuals;
}
