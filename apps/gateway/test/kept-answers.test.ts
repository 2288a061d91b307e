import {
  type AreaId,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  type EpochMs,
  findPlan,
  floorToHour,
  HOUR_MS,
  type SurfaceId,
} from '@loadcast/core';
import { buildBatch, buildBlock, buildVintage, type ReportWorld, reportWorld } from '@loadcast/core/testing';
import type { Reply } from '@loadcast/formats';
import { answerRequest, type HttpRequest, KeptAnswers, type Mount } from '@loadcast/formats/node';
import { createSurfaceA } from '@loadcast/surface-a';
import { createCompatSurface, createSingleZipSurface, createSurfaceB } from '@loadcast/surface-b';
import { createSurfaceC } from '@loadcast/surface-c';
import { expect, test } from 'vitest';

const STEPS = 1_500;
const AREAS: readonly AreaId[] = ['caiso', 'pge', 'pjm'];
const RANGE = 'startdatetime=20260629T07:00-0000&enddatetime=20260701T07:00-0000';
const TARGETS = [
  '/v1/demand/forecast?region=PJM',
  '/v1/demand/forecast?region=CISO&horizon=7d&resolution=15min',
  '/v1/demand/forecast?region=PJM&as_of=2026-06-30T18:00:00Z',
  '/v1/demand/history?region=PJM',
  '/v1/demand/history?region=PJM&start=2026-06-30T00:00:00Z&end=2026-07-01T00:00:00Z',
  '/v1/demand/latest?region=CISO',
  '/v1/demand/accuracy?region=PJM',
  `/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=PJM&resultformat=6&${RANGE}`,
  `/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=PJM&resultformat=5&${RANGE}`,
  `/oasis?queryname=SLD_ACTUAL&tac_area_name=CISO&resultformat=7&${RANGE}`,
  '/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=PJM',
  `/oasisapi/SingleZip?queryname=SLD_FCST&version=1&market_run_id=DAM&tac_area_name=PGE-TAC&${RANGE}`,
  `/forecast/v1/demand?tac_area=PGE&resultformat=7&${RANGE}`,
  '/forecast/v1/historical?tac_area=PGE&date=2026-06-30',
];
const PLANS: Readonly<Record<SurfaceId, readonly string[]>> = {
  a: ['free', 'developer', 'enterprise'],
  b: ['trial', 'enterprise'],
  c: ['trial', 'enterprise'],
};

/** Numbers from 0 to 1, the same at every run: Lehmer's generator. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function mountsOf(stores: ReportWorld): Mount[] {
  const deps = { ...stores, pause: async () => undefined };
  return [
    { prefix: '/v1', surface: createSurfaceA(deps) },
    { prefix: '/v1/oasis', surface: createCompatSurface(deps) },
    { prefix: '/oasis', surface: createSurfaceB(deps) },
    { prefix: '/oasisapi/SingleZip', surface: createSingleZipSurface(deps) },
    { prefix: '/forecast/v1', surface: createSurfaceC(deps) },
  ];
}

async function shown(reply: Reply): Promise<{ status: number; headers: Reply['headers']; body: string }> {
  const { status, headers, body } = reply;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    return { status, headers, body: Buffer.from(body).toString('latin1') };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, headers, body: Buffer.concat(chunks).toString('latin1') };
}

// Correctness first: after any write, for any caller at any time, a cached answer equals a fresh one.
test(`${STEPS} random requests, writes and steps of the clock: kept answers are those made anew`, async () => {
  const random = seeded(20_260_701);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const world = await reportWorld('2026-06-24', '2026-06-30', { areas: AREAS, runsPerDay: 2 });
  const actuals = cachedActualsStore(world.actuals);
  const vintages = cachedVintageStore(world.vintages);
  let plan = findPlan('a', 'free')!;
  const authenticate = () => ({ accountId: 'acc', keyId: 'key', plan });
  const kept = new KeptAnswers(() => actuals.version + vintages.version);
  const keeping = answerRequest(mountsOf({ actuals, vintages }), { areas: () => CONTRACT_AREAS, authenticate, kept });
  const anew = () => answerRequest(mountsOf(world), { areas: () => CONTRACT_AREAS, authenticate });

  let now: EpochMs = Date.parse('2026-07-01T05:59:58.100Z');
  const tags = new Map<string, string>();
  const seen = { equal: 0, notModified: 0, refused: 0 };
  const ask = async () => {
    const [path = '', query = ''] = pick(TARGETS).split('?');
    const surface = path.startsWith('/v1') ? 'a' : path.startsWith('/forecast') ? 'c' : 'b';
    plan = findPlan(surface, pick(PLANS[surface]))!;
    const accept = pick(['*/*', 'text/csv', 'application/json']);
    const known = `${plan.id} ${accept} ${path}?${query}`;
    const tag = random() < 0.3 ? tags.get(known) : undefined;
    const request: HttpRequest = {
      method: random() < 0.2 ? 'HEAD' : 'GET',
      path,
      query,
      headers: new Map([['accept', accept], ...(tag === undefined ? [] : [['if-none-match', tag] as const])]),
      authorization: 'Bearer k',
      cookie: undefined,
      remoteAddress: '192.0.2.1',
      receivedAt: now,
      requestId: 'r',
      baseUrl: 'http://a',
    };
    const [one, other] = [await shown(await keeping(request)), await shown(await anew()(request))];
    expect(one, `${plan.id} ${path}?${query} at ${new Date(now).toISOString()}`).toEqual(other);
    if (one.headers['etag']) tags.set(known, one.headers['etag']);
    seen.equal++;
    if (one.status === 304) seen.notModified++;
    if (one.status === 403) seen.refused++;
  };
  const restate = () => {
    const hour = floorToHour(now) - (3 + Math.floor(random() * 40)) * HOUR_MS;
    const block = buildBlock(new Date(hour).toISOString(), [20_000 + Math.floor(random() * 9_000)], {
      series: pick(['PJM', 'CISO', 'CISO-PGAE']),
      known: { kind: 'at', at: now },
    });
    return actuals.append(buildBatch([block], { source: 'restated' }));
  };
  const issue = () => {
    const start = floorToHour(now) + HOUR_MS;
    const values = Float64Array.from({ length: 384 }, () => 20_000 + Math.floor(random() * 9_000));
    const p10Mw = values.map((mw) => mw - 500);
    const p90Mw = values.map((mw) => mw + 500);
    const lines = { start, valueMw: values, p10Mw, p90Mw };
    return vintages.append(buildVintage({ areaId: pick(AREAS), issuedAt: now, availableAt: now, ...lines }));
  };
  for (let step = 0; step < STEPS; step++) {
    const dice = random();
    if (dice < 0.9) await ask();
    else if (dice < 0.93) await restate();
    else if (dice < 0.95) await issue();
    else now += pick([1, 100, 900, 1_000, 60_000, HOUR_MS - (now % HOUR_MS), HOUR_MS - (now % HOUR_MS) + 1]);
  }
  expect(seen.equal).toBeGreaterThan(STEPS * 0.8);
  expect(seen.notModified).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(20);
});
