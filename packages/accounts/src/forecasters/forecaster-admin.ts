import { type Areas, type CodedArea, DAY_MS, type EpochMs, floorToHour, type Plan, ServiceError } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { SERVICE_EXPERTS, type SubmissionLog, visibleTo } from '@loadcast/core/insight';
import { type ForecastRow, isoUtc, type METER_UNITS, MeterRefusal, readForecastFile } from '@loadcast/formats';
import { newId } from '@loadcast/service';
import type { ForecasterLedger, ForecasterRecord } from '@loadcast/storage/sqlite';
import { forecasterJson, receiptJson } from './forecaster-json.js';

type ForecasterJson = ReturnType<typeof forecasterJson>;
type ReceiptJson = Awaited<ReturnType<typeof receiptJson>>;

export interface ForecasterWishes {
  readonly name: string;
  readonly areas: readonly CodedArea[];
  /** Market runs: `DAM`, ... */
  readonly gates: readonly string[];
  readonly isPublic: boolean;
  /** `loadcast`, `operator` and ids of forecasters, which the service blends at each gate. Absent: the account submits. */
  readonly blend?: readonly string[] | undefined;
}

export interface HandedIn {
  /** CSV, NDJSON or a JSON array. */
  readonly bytes: Uint8Array;
  /** Absent: the only area of the forecaster. */
  readonly area?: CodedArea | undefined;
  /** Absent: the column of values names it. */
  readonly unit?: keyof typeof METER_UNITS | undefined;
  /** The caller's name for the request. Repeated with the same rows it gets the first receipt. */
  readonly requestKey?: string | undefined;
}

/** What accounts, and operators for them, do with forecasters. Every method takes the account, and finds no others. */
export interface ForecasterAdmin {
  list(accountId: string): Promise<readonly ForecasterJson[]>;
  /** @throws {ServiceError} plan_limit: the account has all that its plan includes; invalid_parameter: an expert that it cannot see */
  add(accountId: string, plan: Plan, wishes: ForecasterWishes): Promise<ForecasterJson>;
  /**
   * Shows its scores and runs to everyone from now on, or to its account alone. Answers as of earlier stay as they were.
   *
   * @throws {ServiceError} not_found, as all that follow; plan_limit: it was changed too often to be shown again
   */
  publish(accountId: string, id: string, isPublic: boolean): Promise<ForecasterJson>;
  /** Takes nothing more from it. */
  retire(accountId: string, id: string): Promise<ForecasterJson>;
  /** Keeps a run. @throws {ServiceError} invalid_parameter, naming each row; plan_limit: too many in a day */
  submit(accountId: string, id: string, handedIn: HandedIn): Promise<ReceiptJson>;
  /** Keeps the withdrawal of a run. @throws {ServiceError} invalid_parameter: there is no such run */
  withdraw(accountId: string, id: string, position: number): Promise<ReceiptJson>;
  /** The newest receipts, newest first. @param size of the tree that their proofs are for; default: as it was when each came */
  receipts(accountId: string, id: string, size?: number): Promise<readonly ReceiptJson[]>;
}

const MOST_SHOWN = 200;
/** Hours of the last day are taken too, so that a late run is kept whole and marked. */
const [BEFORE_MS, AHEAD_MS] = [DAY_MS, 16 * DAY_MS];

/** Forecasters of accounts in the ledger. @param now the clock of the service */
function ownForecasters(areas: () => Areas, ledger: ForecasterLedger, now: () => EpochMs) {
  async function own(accountId: string, id: string): Promise<ForecasterRecord> {
    const found = (await ledger.list(accountId)).find((each) => each.id === id);
    if (found) return found;
    throw new ServiceError('not_found', 'There is no forecaster with this id.', undefined);
  }

  /** A forecaster that may hand something in now. */
  async function active(accountId: string, id: string): Promise<ForecasterRecord> {
    const forecaster = await own(accountId, id);
    if (forecaster.retiredAt !== null) throw new ServiceError('not_found', 'The forecaster is retired.', undefined);
    if (forecaster.blends !== null) throw wrong('id', 'a forecaster that submits: the service issues blends itself');
    const most = LIMITS.submissions.bound;
    const recent = await ledger.countSince(id, now() - DAY_MS);
    if (recent < most) return forecaster;
    throw new ServiceError('plan_limit', `A forecaster may submit up to ${most} times in 24 hours.`, { plan: 'any' });
  }

  async function change(forecaster: ForecasterRecord, changed: Partial<ForecasterRecord>): Promise<ForecasterJson> {
    const row = { ...forecaster, ...changed, knownAt: Math.max(now(), forecaster.knownAt + 1) };
    await ledger.keep(row);
    return forecasterJson(areas(), row);
  }

  /** @throws {ServiceError} invalid_parameter: an expert that the account cannot see */
  async function requireExperts(accountId: string, experts: readonly string[]): Promise<void> {
    for (const id of experts) {
      if (SERVICE_EXPERTS.includes(id) || (await visibleTo(accountId, ledger, id, now()))) continue;
      throw wrong('blend', 'loadcast, operator, and ids of public forecasters or of your own');
    }
  }

  return { own, active, change, requireExperts };
}

/**
 * @param now the clock of the service: what an account does is known from the moment at which it is kept
 * @param log signs the proofs of receipts; undefined: they have none
 */
export function createForecasterAdmin(
  areas: () => Areas,
  ledger: ForecasterLedger,
  now: () => EpochMs,
  log?: SubmissionLog,
) {
  const { own, active, change, requireExperts } = ownForecasters(areas, ledger, now);
  const shown = (forecaster: ForecasterRecord) => forecasterJson(areas(), forecaster);

  const admin: ForecasterAdmin = {
    list: async (accountId) => (await ledger.list(accountId)).map(shown),
    async add(accountId, plan, wishes) {
      requirePlace(plan, await ledger.list(accountId));
      const forecaster = newForecaster(accountId, wishes, now());
      await requireExperts(accountId, wishes.blend ?? []);
      await ledger.keep(forecaster);
      return shown(forecaster);
    },
    async publish(accountId, id, isPublic) {
      const forecaster = await own(accountId, id);
      if ((forecaster.isPublic === 1) === isPublic) return shown(forecaster);
      const most = LIMITS.forecaster_changes.bound;
      // It can be hidden at any time.
      if (isPublic && (await ledger.countChanges(id)) >= most)
        throw new ServiceError('plan_limit', `A forecaster changes up to ${most} times.`, { plan: 'any' });
      return change(forecaster, { isPublic: isPublic ? 1 : 0 });
    },
    async retire(accountId, id) {
      const forecaster = await own(accountId, id);
      return forecaster.retiredAt === null ? change(forecaster, { retiredAt: now() }) : shown(forecaster);
    },
    async submit(accountId, id, { bytes, area, unit, requestKey }) {
      if (requestKey !== undefined && !/^[\x21-\x7e]{1,100}$/.test(requestKey))
        throw wrong('Idempotency-Key', 'up to 100 characters of ASCII without spaces');
      const forecaster = await own(accountId, id);
      const areaId = chooseArea(areas(), forecaster, area);
      const before = requestKey === undefined ? undefined : await ledger.repeated(id, requestKey);
      const arrivedAt = before?.receivedAt ?? now();
      const rows = readRows(bytes, {
        unit,
        earliest: floorToHour(arrivedAt) - BEFORE_MS,
        latest: arrivedAt + AHEAD_MS,
      });
      if (!before) await active(accountId, id);
      const content = writeRows(rows);
      const hours = { startAt: rows[0]!.start, endAt: rows.at(-1)!.start + 3_600_000 };
      const row = { forecasterId: id, areaId, ...hours, withdraws: null, requestKey: requestKey ?? null, content };
      const kept = await ledger.submit(row, now);
      if (kept.content === content && kept.areaId === areaId) return receiptJson(areas(), forecaster, kept, log);
      throw wrong('Idempotency-Key', 'another key for other rows');
    },
    async withdraw(accountId, id, position) {
      const forecaster = await active(accountId, id);
      const run = await ledger.submission(id, position);
      if (!run || run.withdraws !== null) throw wrong('position', 'the position of a run of this forecaster');
      const row = { ...run, withdraws: position, requestKey: `withdraw ${position}`, content: '' };
      return receiptJson(areas(), forecaster, await ledger.submit(row, now), log);
    },
    async receipts(accountId, id, size) {
      const forecaster = await own(accountId, id);
      const newest = await ledger.treeSize();
      if ((size ?? 0) > newest) throw wrong('size', `a number up to ${newest}`);
      const shown = await ledger.submissions(id, MOST_SHOWN);
      return Promise.all(shown.map((row) => receiptJson(areas(), forecaster, row, log, size)));
    },
  };
  return admin;
}

/** @throws {ServiceError} plan_limit */
function requirePlace(plan: Plan, all: readonly ForecasterRecord[]): void {
  const active = all.filter(({ retiredAt }) => retiredAt === null);
  if (active.length < plan.maxForecasters && all.length < LIMITS.forecasters.bound) return;
  const message = `The ${plan.name} plan includes up to ${plan.maxForecasters} active forecasters.`;
  throw new ServiceError('plan_limit', message, { plan: plan.name });
}

const newForecaster = (accountId: string, wishes: ForecasterWishes, now: EpochMs): ForecasterRecord => ({
  ...{ id: newId('fct'), knownAt: now, accountId, name: wishes.name, retiredAt: null },
  areas: wishes.areas.map(({ area }) => area.id).join(),
  gates: wishes.gates.join(),
  isPublic: wishes.isPublic ? 1 : 0,
  blends: wishes.blend?.join() ?? null,
});

/** @throws {ServiceError} missing_parameter, invalid_parameter */
function chooseArea(all: Areas, { areas }: ForecasterRecord, named: CodedArea | undefined): string {
  const ids = areas.split(',');
  const chosen = named?.area.id ?? (ids.length === 1 ? ids[0] : undefined);
  const message = 'region is required: the forecaster has several';
  if (chosen === undefined) throw new ServiceError('missing_parameter', message, { parameter: 'region' });
  if (ids.includes(chosen)) return chosen;
  throw wrong('region', `one of ${ids.map((id) => all.codeOf(id)).join(', ')}, the regions of the forecaster`);
}

function readRows(...file: Parameters<typeof readForecastFile>): readonly ForecastRow[] {
  try {
    return readForecastFile(...file);
  } catch (error) {
    throw error instanceof MeterRefusal ? wrong('body', error.message) : error;
  }
}

/** The rows as they are sealed: an hour a line, in MW as handed in. */
const writeRows = (rows: readonly ForecastRow[]): string =>
  rows
    .map(({ start, valueMw, bounds }) => [isoUtc(start), valueMw, bounds?.p10Mw ?? '', bounds?.p90Mw ?? ''].join())
    .map((line) => `${line}\n`)
    .join('');

/** The failure of a part of a request. */
export function wrong(parameter: string, expected: string): ServiceError<'invalid_parameter'> {
  return new ServiceError('invalid_parameter', `${parameter}: ${expected}`, { parameter, expected });
}
