import { type ActualsStore, type Areas, HOUR_MS, localDay, MARKET_RUNS, type VintageStore } from '@loadcast/core';
import { openBlends } from '@loadcast/core/insight';
import { createPause, isoUtc } from '@loadcast/formats';
import type { Clock, Log } from '@loadcast/observe';
import type { ForecasterLedger } from '@loadcast/storage/sqlite';
import { GATE_LEAD_MS, gateIssueOn } from '../schedule/due-issue.js';

interface BlendsDeps {
  readonly clock: Clock;
  areas(): Areas;
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly vintages: Pick<VintageStore, 'newest' | 'headers'>;
  readonly forecasters: ForecasterLedger;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** From then on a blend is issued although our forecast for the gate is missing. */
const LAST_MINUTE_MS = 60_000;

/**
 * Issues the blends that are due: in the two minutes before an area's gate, once our forecast for it is there. Each is a
 * submission of its forecaster, with the weights of its lead blocks.
 *
 * @returns a function that never rejects; a call waits for the one under way instead of another
 */
export function blendsIssuer(deps: BlendsDeps): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= issueDue(deps)
      .catch((err: unknown) => deps.log.error({ err }, 'blends could not be issued'))
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
}

async function issueDue({ log, clock, areas, forecasters, ...reads }: BlendsDeps): Promise<void> {
  const opensAt = (area: Areas['list'][number]) => gateIssueOn(area, localDay(area.marketTimezone, clock.now()));
  const isAtGate = (since: number) => clock.now() >= since && clock.now() <= since + GATE_LEAD_MS;
  const atGate = areas().list.filter((area) => isAtGate(opensAt(area)));
  if (atGate.length === 0) return;
  const blends = (await forecasters.list()).filter(({ blends, retiredAt }) => blends !== null && retiredAt === null);
  for (const area of atGate) {
    const asOf = clock.now();
    const newest = await reads.vintages.newest(area.id, asOf);
    const isOurs = newest && newest.issuedAt >= opensAt(area);
    if (!isOurs && asOf < opensAt(area) + GATE_LEAD_MS - LAST_MINUTE_MS) continue;
    const requestKey = `${localDay(area.marketTimezone, asOf)} ${area.id}`;
    const opened = new Map<string, ReturnType<typeof openBlends>>();
    for (const blend of blends.filter((each) => each.areas.split(',').includes(area.id))) {
      const forecasterId = blend.id;
      if (await forecasters.repeated(forecasterId, requestKey)) continue;
      const [lines, weights] = [[] as { start: number; valueMw: number }[], [] as string[]];
      for (const run of MARKET_RUNS.filter((each) => blend.gates.split(',').includes(each))) {
        const deps = { ...reads, forecasters, pause: createPause() };
        const open = opened.get(run) ?? openBlends(deps, { area, run, asOf });
        opened.set(run, open);
        const day = await (await open)(blend.blends!.split(','), blend.accountId);
        lines.push(...day.hours);
        weights.push(`weights,${day.weights}\n`);
      }
      if (lines.length === 0) continue;
      const content = [...lines.map(({ start, valueMw }) => `${isoUtc(start)},${valueMw.toFixed(3)},,\n`), ...weights];
      const span = { startAt: lines[0]!.start, endAt: lines.at(-1)!.start + HOUR_MS, withdraws: null };
      const submission = { forecasterId, areaId: area.id, ...span, requestKey, content: content.join('') };
      await forecasters.submit(submission, () => clock.now());
      log.info({ area: area.id, forecaster: forecasterId }, 'blend issued');
    }
  }
}
