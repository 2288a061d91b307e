import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@loadcast/core';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { type AttacksReport, count, type HostilePlan, type Tally } from './plan.js';
import { cutBody, halfHeaders, rawAttack, slowBody } from './raw-attacks.js';

/** A kind of hostile caller: a number of them do the same at once, again and again. */
interface Attack {
  readonly name: string;
  readonly atOnce: number;
  /** @returns the outcome */
  attack(plan: HostilePlan, over: AbortSignal): Promise<string | number>;
}

/** A caller gives up only if its attack requires that: on a machine with too little CPU for all, connecting alone can take long. */
const PATIENT = new Agent({ connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 });
const ask = (url: string, init: RequestInit): Promise<Response> => fetch(url, { ...init, dispatcher: PATIENT });

export const ATTACKS: readonly Attack[] = [
  { name: 'slow bodies', atOnce: 50, attack: (plan) => rawAttack(plan, slowBody) },
  { name: 'cut bodies', atOnce: 20, attack: (plan) => rawAttack(plan, cutBody) },
  { name: 'half-sent headers', atOnce: 50, attack: (plan) => rawAttack(plan, halfHeaders) },
  { name: 'sign-ins', atOnce: 10, attack: signIn },
  { name: 'heavy reports', atOnce: 200, attack: heavyReport },
  { name: 'heavy reports, left', atOnce: 10, attack: leftReport },
  { name: 'heavy reports, read slowly', atOnce: 10, attack: slowReader },
];

/** Runs every attack for the time of the plan. */
export async function attackAll(plan: HostilePlan): Promise<AttacksReport> {
  const report: Record<string, Tally> = {};
  const over = AbortSignal.timeout(plan.seconds * 1000);
  const loops = ATTACKS.flatMap(({ name, atOnce, attack }) => {
    const tally: Tally = {};
    report[name] = tally;
    return Array.from({ length: atOnce }, async (_, i) => {
      await sleep(i * 10);
      while (!over.aborted) count(tally, await attack(plan, over).catch(failureOf));
    });
  });
  await Promise.all(loops);
  return report;
}

/** What failed, by the code of its cause: refused, reset, timed out. A slow reader that is over is not a failure. */
function failureOf(thrown: unknown): string {
  const { name, cause } = thrown instanceof Error ? thrown : { name: 'failed', cause: undefined };
  if (name === 'AbortError' || name === 'TimeoutError') return 'over';
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
}

/** Guesses of one password from many addresses, as a trusted proxy reports them. */
async function signIn({ url, guessedEmails }: HostilePlan): Promise<number> {
  const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');
  const { status } = await ask(`${url}/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      email: `guess${Math.floor(Math.random() * guessedEmails)}@example.org`,
      password: 'it is not this one',
    }),
  });
  await sleep(status === 503 ? 500 : 0);
  return status;
}

const compact = (instant: number): string => `${new Date(instant).toISOString().slice(0, 16).replaceAll('-', '')}-0000`;

/** 31 days of every area and run; few of them are equal. */
function reportUrl({ url, until }: HostilePlan): string {
  const end = until - Math.floor(Math.random() * 10 * 24) * HOUR_MS;
  const range = `startdatetime=${compact(end - 31 * 24 * HOUR_MS)}&enddatetime=${compact(end)}`;
  return `${url}/oasisapi/SingleZip?queryname=SLD_FCST&version=1&${range}`;
}

function keyed({ heavyKeys }: HostilePlan): { authorization: string } {
  return { authorization: `Bearer ${heavyKeys[Math.floor(Math.random() * heavyKeys.length)]}` };
}

/** Requests a large report; a refused caller comes back after a second, ignoring `Retry-After`. */
async function heavyReport(plan: HostilePlan): Promise<string | number> {
  const answer = await ask(reportUrl(plan), { headers: keyed(plan) });
  await answer.arrayBuffer();
  if (answer.status !== 503) return answer.status;
  const isTold = Number(answer.headers.get('retry-after')) >= 1;
  await sleep(1000);
  return isTold ? 503 : '503 without Retry-After';
}

async function leftReport(plan: HostilePlan): Promise<string> {
  const signal = AbortSignal.timeout(20 + Math.floor(Math.random() * 400));
  const answer = await ask(reportUrl(plan), { headers: keyed(plan), signal }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  await sleep(100);
  return answer ? String(answer.status) : 'left';
}

/** Takes a little of an answer from time to time. */
async function slowReader(plan: HostilePlan, over: AbortSignal): Promise<string | number> {
  const { until, url } = plan;
  const range = `startdatetime=${compact(until - 31 * 24 * HOUR_MS)}&enddatetime=${compact(until)}`;
  const answer = await ask(`${url}/oasis?queryname=SLD_ACTUAL&resultformat=5&${range}`, {
    headers: { ...keyed(plan), 'accept-encoding': 'identity' },
    signal: over,
  });
  if (answer.status !== 200 || !answer.body) {
    await answer.body?.cancel();
    await sleep(1000);
    return answer.status;
  }
  for await (const _chunk of answer.body) await sleep(500);
  return answer.status;
}
