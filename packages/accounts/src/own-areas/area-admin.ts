import { createHash } from 'node:crypto';
import {
  type ActualsStore,
  type Areas,
  type EpochMs,
  HOUR_MS,
  ingestActuals,
  type KnownSeries,
  type Plan,
  ServiceError,
} from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { type METER_UNITS, MeterRefusal, readMeter, refuseFaults } from '@loadcast/formats';
import type { AreaLedger, AreaRecord } from '@loadcast/storage/sqlite';
import { wrong } from '../forecasters/forecaster-admin.js';
import { areaJson, fedJson } from './area-json.js';

type AreaJson = ReturnType<typeof areaJson>;
type FedJson = ReturnType<typeof fedJson>;
type MeterLoad = ReturnType<typeof readMeter>['load'];

/** How a file of load is read, where it leaves that open. */
interface FileReading {
  readonly unit?: keyof typeof METER_UNITS | undefined;
  /** The name of the column of load. */
  readonly column?: string | undefined;
}

export interface AreaWishes extends FileReading {
  /** Capitals, digits and hyphens. */
  readonly code: string;
  readonly name?: string | undefined;
  /** IANA name of the clock that the consumers live by. */
  readonly timezone: string;
  /** The id of a calendar. */
  readonly holidays: string;
}

/** What accounts do with areas of their own, which nobody else sees. Every method takes the account, and finds no others. */
export interface AreaAdmin {
  list(accountId: string): Promise<readonly AreaJson[]>;
  /** Adds an area with its first load. @throws {ServiceError} invalid_parameter: the code is taken, or the file cannot be read; plan_limit */
  add(accountId: string, plan: Plan, wishes: AreaWishes, file: Uint8Array): Promise<FedJson>;
  /** Keeps more load, and changes as restatements. @throws {ServiceError} not_found, invalid_parameter, plan_limit */
  feed(accountId: string, plan: Plan, code: string, reading: FileReading, file: Uint8Array): Promise<FedJson>;
  /** Forecasts it no longer. @throws {ServiceError} not_found */
  retire(accountId: string, code: string): Promise<AreaJson>;
}

export interface AreaAdminDeps {
  /** The areas that everyone sees. */
  areas(): Areas;
  followAreas(): Promise<Areas>;
  readonly areaLedger: AreaLedger;
  readonly actuals: ActualsStore;
}

/** Answers have steps of 0.01 MW, a tenth of the least mean load. */
const [LEAST_MEAN_MW, MOST_MW] = [0.1, 1_000_000];

/** @param now the clock of the service: what an account does is known from the moment at which it is kept */
export function createAreaAdmin(deps: AreaAdminDeps, now: () => EpochMs): AreaAdmin {
  const { areaLedger: ledger, actuals } = deps;

  async function own(accountId: string, code: string): Promise<AreaRecord> {
    const found = newestByCode(await ledger.list(accountId)).get(code.toUpperCase());
    if (found && found.retiredAt === null) return found;
    throw new ServiceError('not_found', 'The account has no area with this code.', undefined);
  }

  async function keep(record: AreaRecord): Promise<void> {
    await ledger.add([record]);
    await deps.followAreas();
  }

  async function shown(record: AreaRecord): Promise<AreaJson> {
    const known = await actuals.read({ series: record.series, measure: 'demand' });
    return areaJson(record, known, now());
  }

  /** Keeps the load of a file in one batch. @param arrival `history` before anyone can have asked for the area */
  async function take(
    plan: Plan,
    record: AreaRecord,
    { unit, column }: FileReading,
    file: Uint8Array,
    arrival: 'live' | 'history',
  ) {
    const load = readLoad(file, { unit, column, timezone: record.timezone });
    const key = { series: record.series, measure: 'demand' } as const;
    requireRoom(plan, await actuals.read(key), load);
    const series = [{ key, start: load.start, valuesMw: load.valuesMw }];
    const observations = { source: 'own', provenance: {}, series };
    const report = await ingestActuals(actuals, observations, { ingestedAt: now(), arrival });
    return report.series[0]!;
  }

  return {
    async list(accountId) {
      return Promise.all([...newestByCode(await ledger.list(accountId)).values()].map(shown));
    },
    async add(accountId, plan, wishes, file) {
      const records = await ledger.list(accountId);
      const before = newestByCode(records).get(wishes.code);
      if (before?.retiredAt === null || isTaken(deps.areas(), wishes.code))
        throw wrong('code', 'a code that no area has yet');
      requirePlace(plan, records);
      const record = recordOf(accountId, wishes, Math.max(now(), (before?.knownAt ?? 0) + 1));
      const taken = await take(plan, record, wishes, file, before ? 'live' : 'history');
      await keep(record);
      return fedJson(await shown(record), taken);
    },
    async feed(accountId, plan, code, reading, file) {
      const record = await own(accountId, code);
      const taken = await take(plan, record, reading, file, 'live');
      return fedJson(await shown(record), taken);
    },
    async retire(accountId, code) {
      const record = await own(accountId, code);
      const at = Math.max(now(), record.knownAt + 1);
      const retired = { ...record, knownAt: at, retiredAt: at };
      await keep(retired);
      return shown(retired);
    },
  };
}

const newestByCode = (records: readonly AreaRecord[]): ReadonlyMap<string, AreaRecord> =>
  new Map(records.map((record) => [record.code, record]));

const CODE_SETS = ['a', 'b', 'c', 'oasis'] as const;
const isTaken = (areas: Areas, code: string): boolean => CODE_SETS.some((set) => areas.find(set, code));

/** The id is the account's and the code's, so that two calls at once add one area. */
function recordOf(accountId: string, { code, name, timezone, holidays }: AreaWishes, knownAt: EpochMs): AreaRecord {
  const digest = createHash('sha256').update(`${accountId} ${code}`).digest('hex').slice(0, 24);
  return {
    ...{ id: `own-${digest}`, knownAt, code, name: name ?? code, kind: 'utility', accountId },
    ...{ timezone, marketTimezone: timezone, calendar: holidays, source: 'own', series: `OWN-${digest}` },
    ...{ neighbours: '', parent: null, retiredAt: null },
  };
}

/** The load of a file that is read as a whole. @throws {ServiceError} invalid_parameter, naming each line that cannot be */
function readLoad(...file: Parameters<typeof readMeter>): MeterLoad {
  try {
    const { load, refused } = readMeter(...file);
    refuseFaults(refused.map(({ line, reason }) => `line ${line}: ${reason}`));
    const measured = load.valuesMw.filter((mw) => !Number.isNaN(mw));
    const meanMw = measured.reduce((sum, mw) => sum + mw, 0) / measured.length;
    if (meanMw >= LEAST_MEAN_MW && measured.every((mw) => Math.abs(mw) <= MOST_MW)) return load;
    throw new MeterRefusal(
      `the mean of the file is ${meanMw.toPrecision(3)} MW: load from ${LEAST_MEAN_MW} to ${MOST_MW} MW is taken`,
    );
  } catch (error) {
    throw error instanceof MeterRefusal ? wrong('body', error.message) : error;
  }
}

const planLimit = (plan: Plan, message: string) => new ServiceError('plan_limit', message, { plan: plan.name });

/** An area that is added again is another record, so that additions count. @throws {ServiceError} plan_limit */
function requirePlace(plan: Plan, records: readonly AreaRecord[]): void {
  const active = [...newestByCode(records).values()].filter(({ retiredAt }) => retiredAt === null);
  if (active.length >= plan.maxAreas)
    throw planLimit(plan, `The ${plan.name} plan includes up to ${plan.maxAreas} areas of your own.`);
  const most = LIMITS.own_areas.bound;
  if (records.filter(({ retiredAt }) => retiredAt === null).length >= most)
    throw planLimit(plan, `An account adds areas up to ${most} times, the same code again too.`);
}

/** @throws {ServiceError} plan_limit: the load would span more hours than the plan keeps of an area, or as many were restated */
function requireRoom(plan: Plan, known: KnownSeries, { start, valuesMw }: MeterLoad): void {
  const most = plan.maxAreaRows;
  const [begin, end] = [known.start, known.start + known.values.length * HOUR_MS];
  const [first, last] = [start, start + valuesMw.length * HOUR_MS];
  const isFirst = known.values.length === 0;
  const hours = isFirst ? valuesMw.length : (Math.max(end, last) - Math.min(begin, first)) / HOUR_MS;
  if (hours > most) {
    const message = `The ${plan.name} plan includes up to ${most} hours of load of an area; with this file there would be ${hours}.`;
    throw planLimit(plan, message);
  }
  const restated = [...known.replaced.values()].reduce((sum, versions) => sum + versions.length, 0);
  if (restated >= most) throw planLimit(plan, `The ${plan.name} plan keeps up to ${most} restated hours of an area.`);
}
