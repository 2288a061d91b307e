import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, ServiceError } from '@loadcast/core';
import { ConfigError } from '@loadcast/observe';
import {
  actualsOf,
  chooseSource,
  damagedBulkFiles,
  type FollowedSource,
  historyRefusal,
  isDemoGrid,
  isLoadPoll,
  oldLoadNotice,
  openAreas,
  queueTrouble,
  REMEDIES,
  replayedFrom,
  type Store,
  survey,
  WEATHER_LATE_MS,
  yearOfForecastsMb,
} from '@loadcast/service';
import type { QueueState } from '@loadcast/storage/postgres';
import { type Config, readConfig } from '../../../config.js';
import { type Command, type CommandIo, UsageError } from '../../command.js';
import { defineCommand } from '../../define-command.js';
import { anyText, flag, optional } from '../../options.js';
import { accessChecks } from './access-checks.js';
import { buildCheck, type Check } from './check.js';
import { feedChecks } from './feed-checks.js';
import { liveChecks } from './live-checks.js';
import { databaseChecks, proxyChecks, redisChecks, replicaChecks } from './reach-checks.js';

const ABOUT = `Checks the settings, the store, its load and forecasts, and prints each problem with its remedy.
Works beside a running gateway. Changes nothing, except that it upgrades an older store. Exit status 1 when something is
wrong.`;

const LEAST_FREE_BYTES = 500_000_000;

export function createDoctorCommand(open: (env: CommandIo['env']) => Promise<Store>): Command {
  return defineCommand({
    name: 'doctor',
    summary: 'find problems and their remedies',
    example: '--live',
    about: ABOUT,
    options: {
      live: flag('send each configured upstream a few small requests and compare the answers with the expected ones'),
      record: optional(
        'FILE',
        'keep the answers of --live, without keys, in this file (default: only when something differs)',
        anyText,
      ),
    },
    async run({ live, record }, io) {
      if (record !== undefined && !live) throw new UsageError('--record needs --live');
      const checks = [...(await examine(open, io)), ...(live ? await examineLive(io, record) : [])];
      const ok = checks.every((check) => check.ok);
      return { json: { ok, checks }, text: checks.flatMap(checkLines), hasFailed: !ok };
    },
  });
}

/** Wrong settings are a check of their own. */
async function examineLive(io: CommandIo, record: string | undefined): Promise<readonly Check[]> {
  try {
    return await liveChecks(openAreas(), readConfig(io.env), io.now(), record);
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

function checkLines({ name, ok, message, remedy }: Check): string[] {
  return [`${ok ? 'ok   ' : 'WRONG'}  ${name}: ${message}`, ...(remedy === undefined ? [] : [`       ${remedy}`])];
}

async function examine(open: (env: CommandIo['env']) => Promise<Store>, io: CommandIo): Promise<Check[]> {
  const checks: Check[] = [];
  let config: Config;
  try {
    config = readConfig(io.env);
    checks.push(
      buildCheck('settings', true, 'every setting can be read'),
      ...proxyChecks(config),
      ...databaseChecks(config),
      ...(await redisChecks(config)),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [buildCheck('settings', false, error.message, 'Correct the settings named here.')];
  }
  let store: Store;
  try {
    store = await open(io.env);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const cause = error instanceof ServiceError && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    const remedy = error instanceof ConfigError ? undefined : REMEDIES.store;
    return [...checks, buildCheck('store', false, `${message}${cause}`, remedy)];
  }
  try {
    const isEmpty = (await store.actuals.keys()).length === 0;
    const replayStart = isEmpty ? await replayedFrom(store.meta) : undefined;
    if (replayStart !== undefined)
      return [...checks, replayCheck(store.place, replayStart), ...accessChecks(config, true)];
    checks.push(storeCheck(store.place, isEmpty));
    if (store.engine === 'sqlite') checks.push(await freeSpace(config.LOADCAST_DATA_DIR, store.areas().list.length));
    if (config.BULK_FILES === '1') checks.push(await bulkCheck(config.LOADCAST_DATA_DIR));
    checks.push(...(await replicaChecks(config, store)), ...(await examineStore(config, store, io.now())));
    if (!isEmpty) checks.push(...(await examineAreas(config, store, io.now())));
  } finally {
    await store.close();
  }
  return checks;
}

/** An empty store is one line: everything else that would be wrong follows from it. */
function storeCheck(place: string, isEmpty: boolean): Check {
  const fault = ' is empty: start loadcast serve, or ingest files';
  return buildCheck('store', !isEmpty, `${place}${isEmpty ? fault : ''}`);
}

/** A replay of the record keeps its load and forecasts apart, and only while it runs. */
function replayCheck(place: string, start: string): Check {
  const what = `keeps the accounts of a replay from ${start}; its load and forecasts last as long as it runs`;
  return buildCheck('store', true, `${place} ${what}`);
}

async function freeSpace(folder: string, areas: number): Promise<Check> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const remedy = `Make room: a year of forecasts takes about ${yearOfForecastsMb(areas)} MB.`;
  return buildCheck('disk', free >= LEAST_FREE_BYTES, `${(free / 1e9).toFixed(1)} GB are free`, remedy);
}

async function bulkCheck(dataDir: string): Promise<Check> {
  const name = 'monthly files';
  const [first, ...others] = await damagedBulkFiles(join(dataDir, 'bulk'));
  if (first === undefined) return buildCheck(name, true, 'every listed file is intact');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const remedy = 'The gateway writes them again within six hours, or two minutes after a restart.';
  return buildCheck(name, false, `missing or damaged: ${first}${more}`, remedy);
}

async function examineStore(config: Config, store: Store, now: number): Promise<Check[]> {
  const held = await actualsOf(store.meta);
  const source = chooseSource(config, held);
  const checks: Check[] = [sourceCheck(config, source), ...accessChecks(config, isDemoGrid(held))];
  if (config.FORECAST_WORKERS === 0 && store.queueState) checks.push(workerCheck(await store.queueState()));
  if (source !== 'none') checks.push(await pollCheck(store, now));
  if (config.WEATHER !== 'none' && !isDemoGrid(held)) checks.push(...(await weatherChecks(store, now)));
  checks.push(...(await feedChecks(config, store, now)));
  return checks;
}

/** One line when the load is too old, else the faults of each area. */
async function examineAreas(config: Config, store: Store, now: number): Promise<Check[]> {
  const held = await actualsOf(store.meta);
  const source = chooseSource(config, held);
  const oldLoad =
    source === 'none'
      ? await oldLoadNotice({ areas: store.areas, actuals: store.actuals, clock: { now: () => now } })
      : undefined;
  if (oldLoad !== undefined) return [buildCheck('load', false, oldLoad)];
  const { findings } = await survey({ ...store, backfillsGates: isDemoGrid(held), follows: source !== 'none' }, now);
  return store.areas().list.flatMap(({ id }) => {
    const own = findings.filter(({ areaId }) => areaId === id);
    if (own.length === 0) return [buildCheck(id, true, 'load and forecasts are fine')];
    return own.map(({ monitor, message }) => buildCheck(id, false, `${monitor}: ${message}`, REMEDIES[monitor]));
  });
}

/** Whether processes take the forecasts that a gateway leaves to them. */
function workerCheck(queue: QueueState | undefined): Check {
  const trouble = queueTrouble(queue);
  const waiting = queue?.waiting ?? 0;
  return buildCheck('workers', trouble === undefined, trouble ?? `${waiting} forecasts wait`, REMEDIES.workers);
}

/** What became of the polls of load of the last day, by any gateway. */
async function pollCheck({ polls }: Store, now: number): Promise<Check> {
  const name = 'polls';
  const ofDay = (await polls.since(now - DAY_MS)).filter(isLoadPoll);
  if (ofDay.length === 0) return buildCheck(name, true, 'no gateway polled the source in the last day');
  const good = ofDay.filter(({ outcome }) => outcome === 'ok');
  const failed = ofDay.findLast(({ outcome }) => outcome === 'failed');
  const last = good.at(-1);
  const minutes = last && Math.round((now - last.askedAt) / MINUTE_MS);
  const newest = minutes === undefined ? '' : `, the last ${minutes} min ago`;
  const reason = failed?.reason === undefined ? '' : `; failed: ${failed.reason}`;
  const message = `${good.length} of ${ofDay.length} polls of the last day brought everything${newest}${reason}`;
  const isLate = minutes === undefined || minutes * MINUTE_MS > HOUR_MS;
  return buildCheck(name, !isLate, message, REMEDIES.poll);
}

async function weatherChecks(store: Store, now: number): Promise<Check[]> {
  const refusal = await historyRefusal(store.meta);
  const newest = await weatherCheck(store, now);
  if (refusal === undefined) return [newest];
  const message = `past forecasts are skipped (${refusal}): models train on the weather since the first poll`;
  return [newest, buildCheck('weather history', true, message)];
}

async function weatherCheck({ areas, weather }: Store, now: number): Promise<Check> {
  const blocks = await weather.read(areas().list.map(({ id }) => id));
  const issued = blocks.flatMap(({ known }) => (known.kind === 'at' ? [known.at] : []));
  const newest = issued.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const age = `the newest forecast is ${Math.round((now - newest) / HOUR_MS)} h old`;
  const message = issued.length === 0 ? 'none is in the store' : age;
  return buildCheck('weather', now - newest <= WEATHER_LATE_MS, message, REMEDIES.weather);
}

const SOURCE_NAMES: Readonly<Record<FollowedSource, string>> = {
  eia: 'the EIA API',
  recorded: 'recorded load, re-dated to today',
  simulated: 'the simulated grid',
  none: 'none: load comes only from ingest',
};

function sourceCheck(config: Config, source: FollowedSource): Check {
  if (source === 'eia' && config.EIA_API_KEY === undefined) {
    const remedy = 'Set EIA_API_KEY (free: https://www.eia.gov/opendata/register.php), or SOURCE=none.';
    return buildCheck('source', false, 'SOURCE=eia needs a key', remedy);
  }
  return buildCheck('source', true, SOURCE_NAMES[source]);
}
