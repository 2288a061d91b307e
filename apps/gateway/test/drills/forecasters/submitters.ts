import {
  Areas,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  type EpochMs,
  HOUR_MS,
  ServiceError,
} from '@loadcast/core';
import { handlerAsk } from '@loadcast/formats/testing';
import { createSurfaceA } from '@loadcast/surface-a';
import { createForecasterAdmin } from '../../../../../packages/accounts/src/forecasters/forecaster-admin.js';
import { openPostgres, openSqlite, type Store } from '../../../../../packages/service/src/wiring/store.js';
import { printLine } from '../../../../../tooling/testing/print-line.js';
import { START, steppedService } from '../stepped-service.js';
import { type Attempt, attemptsOn, DAYS, gateOf } from './handed-in.js';

/** Steps of the service on a day: three an hour, the last of them when gate forecasts are made. */
const STEPS_A_DAY = 72;
const HOURS_TAKEN = [1, 7, 12, 13, 19];
export const SCORES = '/v1/demand/scores?region=PJM&start=2026-03-12&end=2026-04-11&forecaster=';
/** Days on which scores are asked as they are known then. */
const ASKED_ON = [20, 30];

/** The service forecasts the grid that is submitted to, and one utility. */
export const PLAYED_AREAS = new Areas(CONTRACT_AREAS.list.filter(({ id }) => ['pjm', 'pge'].includes(id)));

export const openStore = (engine: string, where: string): Promise<Store> =>
  engine === 'sqlite' ? openSqlite(where, 'writer') : openPostgres(where, 'writer');

/** Asks surface A of a store, at an instant of the drill. */
export function askOf(store: Store, now: () => EpochMs) {
  const [actuals, vintages] = [cachedActualsStore(store.actuals), cachedVintageStore(store.vintages)];
  const surface = createSurfaceA({ actuals, vintages, forecasters: store.forecasters });
  return handlerAsk([{ prefix: '/v1', surface }], now);
}

/** Plays the submitters beside the service from a day on, until it is killed or the last day is over, and says each receipt. */
export async function run(engine: string, where: string, firstDay: string, cheats: string): Promise<void> {
  const say = (what: string, of: unknown) => printLine(`${what} ${JSON.stringify(of)}`);
  const store = await openStore(engine, where);
  const [actuals, vintages] = [cachedActualsStore(store.actuals), cachedVintageStore(store.vintages)];
  const service = await steppedService({ actuals, vintages }, {}, PLAYED_AREAS);
  let now = START;
  const admin = createForecasterAdmin(
    () => CONTRACT_AREAS,
    store.forecasters,
    () => now,
  );
  say('ready', firstDay);

  async function take({ forecaster, at, key, does, hours }: Attempt): Promise<void> {
    now = at;
    const accountId = `acc_${forecaster}`;
    try {
      const handedIn = { bytes: Buffer.from(csvOf(hours)), requestKey: key };
      const receipt = await admin.submit(accountId, forecaster, handedIn);
      say('receipt', receipt);
      if (does === 'withdraws') say('receipt', await admin.withdraw(accountId, forecaster, receipt.position));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      say('refused', { forecaster, at, key, message: error.message });
    }
  }

  for (let day = Number(firstDay); day < DAYS; day++) {
    for (const hour of HOURS_TAKEN.filter((each) => each < 14)) await stepsOf(day, hour);
    for (const attempt of attemptsOn(day, cheats === 'cheats')) await whenAvailable(() => take(attempt));
    await stepsOf(day, HOURS_TAKEN.at(-1)!);
    now = gateOf(day) + 8 * HOUR_MS;
    if (ASKED_ON.includes(day))
      say('scores', {
        at: now,
        text: (await askOf(store, () => now)(`${SCORES}fct_honest&as_of=${new Date(now).toISOString()}`, 'enterprise'))
          .text,
      });
    say('done', day);
  }
  await store.close();

  async function stepsOf(day: number, hour: number): Promise<void> {
    for (let step = 0; step < 3; step++) await whenAvailable(() => service.step(day * STEPS_A_DAY + hour * 3 + step));
  }
}

/** A busy machine's database may be away for a moment: submitters and the service try again. */
async function whenAvailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await whenAvailable(work);
  }
}

const csvOf = (hours: Attempt['hours']): string =>
  [
    'timestamp,value_mw,p10,p90',
    ...hours.map(({ start, valueMw, p10Mw, p90Mw }) => [new Date(start).toISOString(), valueMw, p10Mw, p90Mw].join()),
  ].join('\n');
