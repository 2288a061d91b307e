import { type CodedArea, type EpochMs, HOUR_MS, type VintageHeader } from '@loadcast/core';
import { type MeasuredHour, newestMeasured } from '@loadcast/core/insight';
import type { Finding, Monitor, Surveyed } from '@loadcast/service';
import {
  AREA_STATES,
  type AreaStateName,
  NO_RUN_YET,
  SERVICE_WORDS,
  STATE_OF_MONITOR,
  STATE_WORDS,
} from './area-states.data.js';
import type { GateCounts, GatesMet } from './gates-met.js';

export interface StatusDeps extends Pick<Surveyed, 'areas' | 'actuals' | 'vintages'> {
  readonly monitor: Pick<Monitor, 'latest' | 'findings'>;
}

export interface AreaStatus {
  readonly area: CodedArea;
  readonly state: AreaStateName;
  readonly words: string;
  readonly actual: MeasuredHour | undefined;
  /** When the hour after the newest measured one should be published, by the lateness that is usual; undefined without any. */
  readonly expectedAt: EpochMs | undefined;
  readonly run: VintageHeader | undefined;
  readonly gates: GatesMet;
  readonly findings: readonly Finding[];
}

export interface Status {
  readonly at: EpochMs;
  readonly state: AreaStateName;
  readonly areas: readonly AreaStatus[];
  /** Faults of the service rather than of an area, in words. */
  readonly service: readonly { readonly monitor: string; readonly words: string }[];
}

/** Assumed for sources whose lateness was not yet observed. */
const USUAL_LATENESS_MS = 2 * HOUR_MS;

/** The state of every area: up to date or not. */
export async function readStatus(deps: StatusDeps, counts: GateCounts, now: EpochMs): Promise<Status> {
  const findings = deps.monitor.findings();
  const areas: AreaStatus[] = [];
  for (const area of deps.areas().listed) {
    const own = findings.filter(({ areaId }) => areaId === area.area.id);
    areas.push(await areaStatus(deps, counts, area, own, now));
  }
  const service = findings
    .filter(({ areaId }) => areaId === undefined)
    .map(({ monitor, message }) => ({ monitor, words: SERVICE_WORDS[monitor] ?? message }));
  const isOk = service.length === 0 && areas.every(({ state }) => state === 'ok');
  return { at: now, state: isOk ? 'ok' : 'degraded', areas, service };
}

async function areaStatus(
  { actuals, vintages, monitor }: StatusDeps,
  counts: GateCounts,
  coded: CodedArea,
  findings: readonly Finding[],
  now: EpochMs,
): Promise<AreaStatus> {
  const { area } = coded;
  const load = await actuals.read({ series: area.series, measure: 'demand' });
  const actual = await newestMeasured(actuals, area, load, now);
  const usual = monitor.latest()?.areas.find(({ areaId }) => areaId === area.id)?.lateness?.medianMs;
  const run = await vintages.newest(area.id, now);
  const state = run === undefined ? 'degraded' : gravest(findings);
  const words = findings.filter(({ monitor: name }) => STATE_OF_MONITOR[name] === state).map(({ message }) => message);
  return {
    area: coded,
    state,
    words: inWords(state, words, run !== undefined),
    actual,
    expectedAt: actual && actual.start + 2 * HOUR_MS + (usual ?? USUAL_LATENESS_MS),
    run,
    gates: await counts(area, now),
    findings,
  };
}

function inWords(state: AreaStateName, found: readonly string[], hasRun: boolean): string {
  const [first = '', ...others] = found;
  if (first) return `${STATE_WORDS[state]} ${[first[0]!.toUpperCase() + first.slice(1), ...others].join('; ')}.`;
  return hasRun ? STATE_WORDS[state] : NO_RUN_YET;
}

function gravest(findings: readonly Finding[]): AreaStateName {
  const states = findings.map(({ monitor }) => STATE_OF_MONITOR[monitor]);
  return AREA_STATES.find((state) => states.includes(state)) ?? 'ok';
}
