import { operatorAtGate } from '../../accuracy/operator-at-gate.js';
import { debiasedOperatorMw } from '../../accuracy/operator-baseline.js';
import type { Area } from '../../areas/area.js';
import { gateLeadDays, type MarketRun } from '../../horizons/horizon.js';
import type { ActualsStore } from '../../ports/actuals-store.js';
import { decidingInstants, forecastWindowOf } from '../../reads/forecast-window.js';
import { operatingDaysOf } from '../../reads/runs-issues.js';
import { screenedHours } from '../../reads/screened-hours.js';
import { type InstantDeps, vintagesAt } from '../../reads/vintages-at.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';
import { addDays, localDay, operatingDayWindow } from '../../time/operating-day.js';
import type { Window } from '../../time/window.js';
import { GATE_TIME_OF_DAY_MS } from '../../vintages/market-run.js';
import { type ForecasterReader, submittedAt, visibleTo } from '../submitted-hours.js';
import { blendRounds } from './blend-rounds.js';
import { correctedOperatorMw, type DueDay } from './corrected-operator.js';

interface BlendDeps extends InstantDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly forecasters: Pick<ForecasterReader, 'find' | 'known'>;
}

/** A blend of an operating day: MW of the hours that have an expert, and the weights of each lead block. */
interface BlendedDay {
  readonly hours: readonly { readonly start: EpochMs; readonly valueMw: number }[];
  /** `DAM 0-5: loadcast 0.250, operator 0.750; DAM 6-11: ...` */
  readonly weights: string;
}

/** Experts that no account submits: our forecast and the operator's. */
export const SERVICE_EXPERTS: readonly string[] = ['loadcast', 'operator'];

/** Two years of errors are fitted. */
const MEMORY_DAYS = 800;
const [BLOCKS, BLOCK_HOURS] = [4, 6];

/**
 * Reads load, our forecasts and the operator's, each as available at its gate, once for all blends of an area. The operator
 * is three experts: its forecast as published, debiased and corrected.
 *
 * @param query `asOf`: nothing that became known later is read; on the day of the gate, and not after it
 * @returns blends experts by name (`SERVICE_EXPERTS`) or forecaster id, without any that the account cannot see
 */
export async function openBlends(
  deps: BlendDeps,
  { area, run, asOf }: { readonly area: Area; readonly run: MarketRun; readonly asOf: EpochMs },
) {
  const zone = area.marketTimezone;
  const daysBefore = gateLeadDays(run);
  const target = addDays(localDay(zone, asOf), daysBefore);
  const { start } = operatingDayWindow(zone, addDays(target, -MEMORY_DAYS));
  const window = { start, end: operatingDayWindow(zone, target).end };
  const asked = { area, window, asOf, choice: { kind: 'gate', daysBefore, timeOfDayMs: GATE_TIME_OF_DAY_MS } } as const;
  const gates = decidingInstants(asked);
  const instants = gates.map((at) => Math.min(at, asOf));
  const days = operatingDaysOf(area, window).map(({ hours }) => {
    const first = (hours.start - start) / HOUR_MS;
    return { ...hours, first, dueAt: instants[first]! };
  });
  const load = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const published = await deps.actuals.read({ series: area.series, measure: 'day_ahead_forecast' });
  const usable = await screenedHours(deps.actuals, area, load, window, asOf);
  const { operatorMw, operatorKnownAtMs } = operatorAtGate(published, start, instants, asOf);
  const onTime = operatorMw.map((mw, hour) => (operatorKnownAtMs[hour]! <= instants[hour]! ? mw : Number.NaN));
  const debiasedMw = debiasedOperatorMw({ ...usable, valuesMw: onTime }, usable, zone);
  const operator = [onTime, debiasedMw];
  if (daysBefore === 1) operator.push(await correctedOperatorMw(days, debiasedMw, usable.valuesMw, deps.pause));
  const ours = forecastWindowOf(window, await vintagesAt(deps, area.id, instants)).valueMw;
  const rounds = days.flatMap(roundsOf);

  async function columnsOf(name: string, accountId: string): Promise<readonly Float64Array[]> {
    if (SERVICE_EXPERTS.includes(name)) return name === 'operator' ? operator : [ours];
    if (!(await visibleTo(accountId, deps.forecasters, name, asOf))) return [];
    return [(await submittedAt(deps, { forecasterId: name, areaId: area.id, window, instants })).valueMw];
  }

  return async (experts: readonly string[], accountId: string): Promise<BlendedDay> => {
    const columns: { readonly name: string; readonly mw: Float64Array }[] = [];
    for (const name of experts) columns.push(...(await columnsOf(name, accountId)).map((mw) => ({ name, mw })));
    const mixed = columns.map(({ mw }) => mw);
    const { valueMw, weights } = blendRounds(mixed, usable.valuesMw, rounds);
    const { first } = days.at(-1)!;
    const hours = Array.from(valueMw.subarray(first), (mw, hour) => ({
      start: start + (first + hour) * HOUR_MS,
      valueMw: mw,
    }));
    const texts = weights.slice(-BLOCKS).map((ofBlock, block) => {
      const share = (name: string) => columns.reduce((sum, each, i) => sum + (each.name === name ? ofBlock[i]! : 0), 0);
      const shares = experts.map((name) => `${name} ${share(name).toFixed(3)}`).join(', ');
      return `${run} ${block * BLOCK_HOURS}-${(block + 1) * BLOCK_HOURS - 1}: ${shares}`;
    });
    return { hours: hours.filter((hour) => !Number.isNaN(hour.valueMw)), weights: texts.join('; ') };
  };
}

/** The lead blocks of a day; the last has the hour more or less of a clock change. */
const roundsOf = ({ start, end, first, dueAt }: DueDay & Window) =>
  Array.from({ length: BLOCKS }, (_, block) => {
    const from = first + block * BLOCK_HOURS;
    const to = block === BLOCKS - 1 ? first + (end - start) / HOUR_MS : from + BLOCK_HOURS;
    return { from, to, block, dueAt, endsAt: start + (to - first) * HOUR_MS };
  });
