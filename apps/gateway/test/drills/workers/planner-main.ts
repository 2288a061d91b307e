import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ActualsStore, cachedActualsStore, type EpochMs, HOUR_MS, type VintageStore } from '@loadcast/core';
import { handlerAsk } from '@loadcast/formats/testing';
import { createSurfaceA, fillScores } from '@loadcast/surface-a';
import { makeByQueue } from '../../../../../packages/service/src/jobs/make-by-queue.js';
import { createService } from '../../../../../packages/service/src/schedule/service.js';
import { followedVintageStore } from '../../../../../packages/service/src/stores/followed-vintage-store.js';
import { openPostgres } from '../../../../../packages/service/src/wiring/store.js';
import { printLine } from '../../../../../tooling/testing/print-line.js';
import { clockOf, DRILLED, RUN_AFTER_MS } from './worker-main.js';

/** The planner checks every second what is due. */
const SPEED = 30;
const REGIONS = DRILLED.list.map(({ id }) => id.toUpperCase()).join();

/** A gateway of the drill: it plans while it leads, leaves forecasts to workers, and scores when that is due. */
export async function run(url: string, folder: string): Promise<void> {
  const clock = { ...clockOf(folder), speed: SPEED };
  const store = await openPostgres(url, 'writer');
  const queue = makeByQueue(await store.openIssueJobs!(() => {}), { warn: () => {} });
  const actuals = cachedActualsStore(store.actuals);
  const following = { changes: store.vintageChanges!(), onVintage: store.onVintage, now: clock.now };
  const vintages = await followedVintageStore(store.vintages, following);
  const service = createService({
    areas: () => DRILLED,
    clock,
    actuals,
    vintages,
    runner: { issue: () => Promise.reject(new Error('workers forecast')), refresh: actuals.follow, async close() {} },
    makeForecast: queue.make,
    source: undefined,
    log: { info() {}, warn() {}, error() {} },
    withLeadership: store.withLeadership,
    loadVersion: clock.now,
    observer: { polled() {}, issued() {}, leading: (leads) => printLine(leads ? 'leads' : 'follows') },
  });
  void service.start();
  printLine('ready');
  for (let scored = 0; ; await sleep(20)) {
    const now = clock.now();
    if (now === scored || now % HOUR_MS === RUN_AFTER_MS) continue;
    try {
      await Promise.all([actuals.follow(), vintages.follow()]);
      printLine(`scoring ${now}`);
      await fillScores({ actuals, vintages }, DRILLED, now);
      printLine(`scored ${now} ${await scoresAt(now, { actuals, vintages })}`);
      scored = now;
    } catch {
      printLine(`unscored ${now}`);
    }
  }
}

/** The digest of the scores that the surface serves at an instant. */
export async function scoresAt(
  now: EpochMs,
  stores: { readonly actuals: ActualsStore; readonly vintages: VintageStore },
): Promise<string> {
  const ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA(stores) }], () => now);
  const { status, text } = await ask(`/v1/demand/scores?region=${REGIONS}&window=364&by=hour&format=csv`, 'enterprise');
  return `${status} ${createHash('sha256').update(text).digest('hex')}`;
}
