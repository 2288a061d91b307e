import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';
import { verifySubmissions } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../../../packages/service/src/wiring/store.js';
import { startChild } from '../../../../../tooling/testing/child.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../test-database.js';
import { fillPast, START } from '../stepped-service.js';
import { attemptsOn, DAYS, finalLoad, forecastDay, gateOf, type HandedInHour, PJM } from './handed-in.js';
import { askOf, openStore, PLAYED_AREAS, SCORES } from './submitters.js';

/** How often the service is killed in the forty days. `FORECASTER_KILLS=100` is the long run. */
const KILLS = Number(process.env['FORECASTER_KILLS'] ?? 4);
const SUBMITTERS = ['fct_honest', 'fct_copier', 'fct_cheat'];
const AFTER = START + (DAYS + 2) * 24 * HOUR_MS;
const PLAYED = new URL('./submitters.ts', import.meta.url);

type Row = Readonly<Record<string, number | string>>;
interface Played {
  /** Everything that the service said, by kind, each thing once. */
  readonly said: ReadonlyMap<string, ReadonlySet<string>>;
  readonly store: Store;
  scores(forecaster: string, asOf?: number): Promise<string>;
}

/** The forty days on a store of its own. */
async function play(engine: 'sqlite' | 'postgres', cheats: 'cheats' | 'honest', kills: number): Promise<Played> {
  const where = engine === 'sqlite' ? mkdtempSync(join(tmpdir(), 'loadcast-forty-')) : freshDatabaseUrl();
  onTestFinished(async () => {
    if (engine === 'sqlite') rmSync(where, { recursive: true });
    else await dropSchema(where);
  });
  const filled = await openStore(engine, where);
  await fillPast(filled.actuals, undefined, PLAYED_AREAS);
  for (const id of SUBMITTERS) {
    const of = { id, knownAt: START, accountId: `acc_${id}`, name: id, areas: 'pjm', gates: 'DAM' };
    await filled.forecasters.keep({ ...of, isPublic: 1, retiredAt: null, blends: null });
  }
  await filled.close();
  const said = new Map<string, Set<string>>();
  let next = 0;
  const note = (lines: readonly string[]) => {
    for (const line of lines) {
      const kind = line.slice(0, line.indexOf(' '));
      const of = line.slice(kind.length + 1);
      said.set(kind, (said.get(kind) ?? new Set()).add(of));
      if (kind === 'done') next = Number(of) + 1;
    }
  };
  for (let round = 0; round < kills; round++) {
    const child = startChild(PLAYED, engine, where, `${next}`, cheats);
    const receipts = 1 + Math.floor((DAYS / (kills + 1)) * 3 * random(round));
    const kept = () => child.lines().filter((line) => line.startsWith('receipt')).length;
    await expect.poll(kept, { timeout: 500_000, interval: 1 }).toBeGreaterThanOrEqual(receipts);
    note(await child.kill());
  }
  const { status, lines, errors } = await startChild(PLAYED, engine, where, `${next}`, cheats).ended();
  note(lines);
  expect({ status, errors, next }).toEqual({ status: 0, errors: '', next: DAYS });
  const store = await openStore(engine, where);
  onTestFinished(() => store.close());
  const ask = askOf(store, () => AFTER);
  const scores = async (forecaster: string, asOf = AFTER) =>
    withoutClock((await ask(`${SCORES}${forecaster}&as_of=${new Date(asOf).toISOString()}`, 'enterprise')).text);
  return { said, store, scores };
}

const withoutClock = (answer: string): string => answer.replace(/,"generated_at":"[^"]*"/, '');

const rowOf = (answer: string, forecast: string): Row =>
  (JSON.parse(answer).data as Row[]).find((row) => row['forecast'] === forecast)!;

/** The scored hours of a forecaster, worked out from what it did, the load and the runs of the store. */
async function pairsOf({ store }: Played, forecaster: string) {
  const pairs: (HandedInHour & { readonly actual: number; readonly ours: number })[] = [];
  for (let day = 0; day < DAYS; day++) {
    const { start, end } = operatingDayWindow(PJM.marketTimezone, forecastDay(day));
    if (forecastDay(day) < '2026-03-12' || forecastDay(day) > '2026-04-11') continue;
    const counted = attemptsOn(day, true).filter((each) => each.counts && each.forecaster === forecaster);
    expect(counted.length).toBeLessThanOrEqual(1);
    const ours = (await store.vintages.newest(PJM.id, gateOf(day)))!;
    for (const hour of counted.flatMap(({ hours }) => hours)) {
      const [actual, house] = [finalLoad(hour.start), ours.valueMw[(hour.start - ours.start) / HOUR_MS]];
      if (hour.start >= start && hour.start < end && actual !== undefined && house !== undefined)
        pairs.push({ ...hour, actual, ours: house });
    }
  }
  return pairs;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const pinball = ({ actual, p10Mw, p90Mw }: HandedInHour & { readonly actual: number }): number =>
  (Math.max(0.1 * (actual - p10Mw), 0.9 * (p10Mw - actual)) +
    Math.max(0.9 * (actual - p90Mw), 0.1 * (p90Mw - actual))) /
  2;

/** What the honest ones score where nobody cheats and nothing is killed. It is played once, and both engines are compared with it. */
async function scoresAlone(): Promise<ReadonlyMap<string, string>> {
  const { scores } = await play('sqlite', 'honest', 0);
  return new Map([
    ['fct_honest', await scores('fct_honest')],
    ['fct_copier', await scores('fct_copier')],
  ]);
}

let alone: ReturnType<typeof scoresAlone> | undefined;

const answers = await databaseAnswers();

test.each([
  { engine: 'sqlite', runs: true },
  { engine: 'postgres', runs: answers },
] as const)(
  `$engine: forty days of an honest forecaster, one that copies the operator and a cheat, with ${KILLS} kills`,
  async ({ engine, runs }) => {
    if (!runs) return expect(runs, 'no PostgreSQL: not tested').toBe(false);
    const played = await play(engine, 'cheats', KILLS);

    for (const forecaster of SUBMITTERS) {
      const pairs = await pairsOf(played, forecaster);
      const row = rowOf(await played.scores(forecaster), forecaster);
      expect([forecaster, row['n'], row['state']]).toEqual([forecaster, pairs.length, 'scored']);
      const errors = pairs.map(({ valueMw, actual }) => Math.abs(valueMw - actual));
      expect(row['mae_mw']).toBeCloseTo(mean(errors), 1);
      expect(row['loadcast_mae_mw']).toBeCloseTo(mean(pairs.map(({ ours, actual }) => Math.abs(ours - actual))), 1);
      expect(row['pinball_mw']).toBeCloseTo(mean(pairs.map(pinball)), 1);
      const inside = pairs.map(({ actual, p10Mw, p90Mw }) => Number(actual >= p10Mw && actual <= p90Mw));
      expect(row['coverage_pct']).toBeCloseTo(100 * mean(inside), 1);
    }

    const receipts = [...played.said.get('receipt')!].map((text) => JSON.parse(text));
    for (const forecaster of SUBMITTERS) {
      const kept = await played.store.forecasters.submissions(forecaster, 1_000);
      const { firstBreak, runs } = await verifySubmissions(played.store.contents, forecaster);
      expect([firstBreak, runs]).toEqual([undefined, kept.length]);
      const given = receipts.filter((receipt) => receipt.forecaster === forecaster);
      const digests = ({ position, sha256, link }: (typeof kept)[number]) => `${position} ${sha256} ${link}`;
      expect(given.map(digests).sort()).toEqual(kept.map(digests).sort());
    }

    const refusals = [...(played.said.get('refused') ?? [])].map((text) => JSON.parse(text));
    const expected = Array.from({ length: DAYS }, (_, day) => attemptsOn(day, true))
      .flat()
      .filter(({ refusal }) => refusal);
    expect(refusals.map(({ at }) => at)).toEqual(expected.map(({ at }) => at));
    for (const [i, { refusal }] of expected.entries()) expect(refusals[i].message).toMatch(refusal!);
    const late = receipts.filter(({ late_for, withdraws }) => withdraws === null && late_for.length > 0);
    expect(new Set(late.map(({ forecaster }) => forecaster))).toEqual(new Set(['fct_cheat']));

    for (const text of played.said.get('scores')!) {
      const { at, text: asked } = JSON.parse(text);
      expect(await played.scores('fct_honest', at)).toBe(withoutClock(asked));
    }
    expect(played.said.get('scores')!.size).toBe(2);

    alone ??= scoresAlone();
    for (const [forecaster, scores] of await alone) expect(scores).toBe(await played.scores(forecaster));
  },
  KILLS * 60_000 + 900_000,
);

/** The same for the same seed, in [0, 1). */
function random(seed: number): number {
  return ((Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0) / 2 ** 32;
}
