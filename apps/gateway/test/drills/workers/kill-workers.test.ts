import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AREAS,
  DAY_MS,
  type EpochMs,
  engine,
  floorToHour,
  HOUR_MS,
  ingestActuals,
  MINUTE_MS,
  type Window,
} from '@loadcast/core';
import { openForecastRunner } from '@loadcast/service';
import { openPostgresStore } from '@loadcast/storage/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toVintage } from '../../../../../packages/service/src/forecasting/publish.js';
import { openPostgres } from '../../../../../packages/service/src/wiring/store.js';
import { type Child, startChild } from '../../../../../tooling/testing/child.js';
import { hasPostgresServer, OwnPostgres } from '../../../../../tooling/testing/own-postgres.js';
import { scoresAt } from './planner-main.js';
import { DRILLED, RUN_AFTER_MS } from './worker-main.js';

/** How often to kill, and what chooses the moments. `WORKER_KILLS=200` is the long run. */
const KILLS = Number(process.env['WORKER_KILLS'] ?? 4);
const SEED = Number(process.env['WORKER_KILLS_SEED'] ?? 1);
/** A store with its processes lives for so many kills: later fits would read years of load. */
const KILLS_OF_WORLD = 24;
const WORLDS = Array.from({ length: Math.ceil(KILLS / KILLS_OF_WORLD) }, (_, world) => world);

/** Both have no common factor: twelve kills are of each kind in the middle of each work. */
const KINDS = ['worker', 'planner', 'connection', 'postgres'] as const;
const WORKS = ['fits', 'issues', 'scores'] as const;

/** A job of a dead worker expires after this, which is found out at the second check at the latest, s. */
const EXPIRE_SECONDS = 10;
const CHECK_SECONDS = 10;
const VISIBLE_MS = (EXPIRE_SECONDS + 2 * CHECK_SECONDS) * 1000;

const START = Date.UTC(2026, 0, 12, 15) + RUN_AFTER_MS;
const HISTORY_DAYS = 60;
const MONTH_MS = 31 * DAY_MS;
const POLLED = { timeout: 300_000, interval: 20 };
const CLOSELY = { timeout: 300_000, interval: 2 };

/** The instants of a part's runs: the first two nobody disturbs; each month needs new fits. */
function instantsOf(world: number): readonly EpochMs[] {
  const instants = [START, START + MONTH_MS];
  for (let kill = world * KILLS_OF_WORLD; kill <= (world + 1) * KILLS_OF_WORLD; kill++) {
    const work = WORKS[kill % WORKS.length];
    if (work !== 'scores') instants.push(instants.at(-1)! + (work === 'fits' ? MONTH_MS : HOUR_MS));
  }
  return instants;
}

/** Every hour of each area's load: with each new hour a run is due. */
function batchOf({ start, end }: Window) {
  const valuesMw = Float64Array.from({ length: (end - start) / HOUR_MS }, (_, index) => {
    const hour = start / HOUR_MS + index;
    return (
      20_000 +
      5_000 * Math.sin((2 * Math.PI * hour) / 24) +
      900 * Math.sin((2 * Math.PI * hour) / 168) +
      300 * Math.sin(hour ** 2)
    );
  });
  const series = AREAS.map(({ series: name }) => ({
    key: { series: name, measure: 'demand' as const },
    start,
    valuesMw,
  }));
  return { source: 'made-up', provenance: {}, series };
}

/** The same for the same kill and seed, in [0, 1). */
const random = (kill: number): number => ((kill + 1) * 0.618_033_988_749_895 + SEED * 0.754_877_666_246_693) % 1;
const round = (ms: number): number => Math.round(ms / 100) / 10;

describe.skipIf(!hasPostgresServer)('workers, planners and PostgreSQL killed in the middle of their work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-kills-'));
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await OwnPostgres.make();
  }, 120_000);
  afterAll(() => {
    postgres?.remove();
    rmSync(folder, { recursive: true });
  });

  test.each(WORLDS)(
    'part %i: no run is lost, none is there twice, none is later than one visibility timeout, each has its bits',
    async (world) => {
      const drilled = await openWorld(postgres, folder, world);
      try {
        await drilled.quietRuns();
        const last = Math.min(KILLS, (world + 1) * KILLS_OF_WORLD);
        for (let kill = world * KILLS_OF_WORLD; kill < last; kill++) await drilled.kill(kill);
        await drilled.expectAllRuns();
      } finally {
        await drilled.close();
      }
    },
    KILLS_OF_WORLD * 120_000 + 600_000,
  );
});

/** Two planners and two workers on a schema of their own. */
async function openWorld(postgres: OwnPostgres, folder: string, world: number) {
  const schema = `world_${world}`;
  const url = `${postgres.url}?schema=${schema}`;
  const admin = await openPostgresStore({
    connectionString: `${postgres.url}?application_name=drill`,
    schema,
  });
  const store = await openPostgres(`${postgres.url}?application_name=drill&schema=${schema}`, 'writer');
  const { connections } = admin;
  await (await store.openIssueJobs!(() => {})).close();
  await connections.query(`update ${schema}_jobs.queue set expire_seconds = ${EXPIRE_SECONDS} where name = 'issue'`);
  const past = floorToHour(START) - HISTORY_DAYS * DAY_MS;
  let storedTo = past;
  async function storeLoad(at: EpochMs): Promise<void> {
    const window = { start: storedTo, end: floorToHour(at) };
    const arrival = storedTo === past ? 'history' : 'live';
    await ingestActuals(store.actuals, batchOf(window), { ingestedAt: at, arrival });
    storedTo = window.end;
  }
  const setClock = (now: EpochMs): void => {
    writeFileSync(join(folder, 'next'), String(now));
    renameSync(join(folder, 'next'), join(folder, 'now'));
  };
  /** Processes that ended without being killed, with their errors. */
  const crashes: string[] = [];
  function start(module: string): Child {
    const child = startChild(new URL(module, import.meta.url), url, folder);
    void child.ended().then(({ status, errors }) => {
      if (status !== null) crashes.push(`${module} ended with ${status}: ${errors}`);
    });
    return child;
  }
  const lastOf = (planner: Child, ...words: string[]): string | undefined =>
    planner.lines().findLast((line) => words.includes(line.split(' ')[0]!));

  const instants = instantsOf(world);
  let at = START;
  let runs = 0;
  await storeLoad(instants[0]!);
  await storeLoad(instants[1]!);
  setClock(START);
  /** Load of the next instant is stored before this one begins: a clock that moves while an area is planned changes no bits. */
  async function nextRun(): Promise<void> {
    at = instants[runs++]!;
    await storeLoad(instants[runs]!);
    setClock(at);
  }
  const planners = [start('./planner-main.ts'), start('./planner-main.ts')];
  const workers = [start('./worker-main.ts'), start('./worker-main.ts')];
  const leader = (): Child | undefined => planners.find((planner) => lastOf(planner, 'leads', 'follows') === 'leads');
  let quietMs = 0;

  const seen = async () => {
    const [row] = await connections.query<{ made: number; active: number }>(
      `select (select count(*) from vintage where issued_at = $1) as made,
         (select count(*) from ${schema}_jobs.job where name = 'issue' and state = 'active') as active`,
      [at],
    );
    return row!;
  };
  const allMade = () => expect.poll(async () => (await seen()).made, POLLED).toBe(DRILLED.list.length);

  /** A process that PostgreSQL refuses as it starts ends, and its supervisor starts it again: none is starting at a kill. */
  async function allStarted(): Promise<void> {
    for (const child of [...planners, ...workers]) await child.started();
    await expect.poll(() => leader() !== undefined, POLLED).toBe(true);
  }

  /** Waits for the middle of a work. @returns whether it still was under way */
  async function reach(work: (typeof WORKS)[number], some: number): Promise<boolean> {
    if (work === 'scores') {
      const scoring = () => lastOf(leader() ?? planners[0]!, 'scoring', 'scored', 'unscored');
      await expect.poll(() => scoring()?.split(' ')[1], CLOSELY).toBe(String(at));
      return scoring() === `scoring ${at}`;
    }
    const isReached = async () => {
      const { made, active } = await seen();
      return made === DRILLED.list.length ? 'over' : made >= some && active > 0 && 'under way';
    };
    let state: Awaited<ReturnType<typeof isReached>> = false;
    const look = async () => {
      state = await isReached();
      return state;
    };
    await expect.poll(look, CLOSELY).not.toBe(false);
    return (state as string | false) === 'under way';
  }

  /** @returns when a worker and PostgreSQL are up again */
  async function killNow(kind: (typeof KINDS)[number], drawn: number): Promise<number> {
    if (kind === 'worker') {
      const index = Math.floor(drawn * workers.length);
      await workers[index]!.kill();
      workers[index] = start('./worker-main.ts');
    } else if (kind === 'planner') {
      const index = planners.indexOf(leader() ?? planners[0]!);
      await planners[index]!.kill();
      planners[index] = start('./planner-main.ts');
    } else if (kind === 'connection') await connections.query(TERMINATE_ONE, [drawn]);
    else await postgres.killAndStart();
    return performance.now();
  }

  const allScored = () =>
    expect
      .poll(() => planners.map((planner) => lastOf(planner, 'scored')?.split(' ')[1]), POLLED)
      .toEqual([`${at}`, `${at}`]);

  async function expectScores(): Promise<void> {
    const { actuals, vintages } = store;
    const alone = `scored ${at} ${await scoresAt(at, { actuals, vintages: { ...vintages } })}`;
    for (const planner of planners) expect(lastOf(planner, 'scored')).toBe(alone);
  }

  return {
    /** Runs that nobody disturbs show how quick this machine is. */
    async quietRuns(): Promise<void> {
      await nextRun();
      await allMade();
      const began = performance.now();
      await nextRun();
      await allMade();
      quietMs = performance.now() - began;
    },

    async kill(kill: number): Promise<void> {
      const [kind, work] = [KINDS[kill % KINDS.length]!, WORKS[kill % WORKS.length]!];
      await allStarted();
      if (work === 'scores') at += MINUTE_MS;
      if (work === 'scores') setClock(at);
      else await nextRun();
      const isMiddle = await reach(work, Math.floor(random(kill) * (DRILLED.list.length - 2)));
      const upAt = await killNow(kind, random(kill + KILLS));
      await (work === 'scores' ? allScored() : allMade());
      const lateMs = performance.now() - upAt;
      const middle = isMiddle ? 'in the middle of' : 'just after';
      console.log(`kill ${kill}: ${kind} ${middle} ${work}, all there ${round(lateMs)} s later`);
      if (work === 'scores') await expectScores();
      else expect(lateMs).toBeLessThan(VISIBLE_MS + 5 * quietMs);
      expect(crashes).toEqual([]);
    },

    /** Compares all runs with forecasts of one process, and each area's chain with its runs. */
    async expectAllRuns(): Promise<void> {
      expect(await store.queueState!()).toMatchObject({ dead: 0 });
      const runner = await openForecastRunner(engine, store.actuals, DRILLED.list);
      const made = instants.slice(0, runs);
      for (const { id } of DRILLED.list) {
        expect(await store.vintages.count(id, Number.POSITIVE_INFINITY)).toBe(runs);
        expect(await store.vintages.links(id, { start: 0, end: Number.POSITIVE_INFINITY })).toHaveLength(runs);
        for (const issuedAt of made) {
          const kept = (await store.vintages.issued(id, issuedAt))!;
          expect(kept).toEqual(toVintage(id, issuedAt, kept.availableAt, await runner.issue(id, issuedAt)));
        }
      }
    },

    async close(): Promise<void> {
      await Promise.all([...planners, ...workers].map((child) => child.kill()));
      await store.close();
      await admin.close();
    },
  };
}

/** Ends a connection of a worker or planner, one in use where there is any. */
const TERMINATE_ONE = `select pg_terminate_backend(pid) from (
  select pid, row_number() over (order by pid) - 1 as number, count(*) over () as count from pg_stat_activity
  where application_name = 'loadcast' and state <> 'idle'
    or application_name = 'loadcast' and not exists (
      select 1 from pg_stat_activity where application_name = 'loadcast' and state <> 'idle')
  ) as connection where number = floor($1::float8 * count)`;
