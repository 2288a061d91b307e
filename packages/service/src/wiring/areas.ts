import { type AreaRow, Areas, CALENDARS, CONTRACT_AREAS, type EpochMs } from '@loadcast/core';
import { BudgetMap } from '@loadcast/core/budgets';
import type { AreaLedger, AreaRecord } from '@loadcast/storage/sqlite';

/** The areas of a store, followed: a program sees what others add without a restart. */
export interface AreaBook {
  /**
   * The areas that everyone sees; of an account with areas of its own, a snapshot with those too.
   *
   * @param asOf the areas as they were known then. Absent: now
   */
  areas(accountId?: string, asOf?: EpochMs): Areas;
  /** Every area that is forecast. Areas of accounts have no code here: two accounts may choose the same. */
  everyArea(): Areas;
  /** Reads the list again, and gives every area there is now. */
  followAreas(): Promise<Areas>;
}

export async function openAreaBook(ledger: AreaLedger): Promise<AreaBook> {
  let [seen, seenOfAll] = ['', ''];
  let records: readonly AreaRecord[] = [];
  let shared = openAreas();
  let snapshots = snapshotsOf(records, shared);
  const earlier = new BudgetMap<number, Snapshots>('earlier_areas');
  async function followAreas(): Promise<Areas> {
    records = await ledger.list();
    const now = keyOf(records);
    if (now === seen) return snapshots.every;
    // An area of an account changes nothing that everyone sees, so that no poll begins again.
    const everyones = keyOf(records.filter(isEveryones));
    if (everyones !== seenOfAll) shared = openAreas(records);
    snapshots = snapshotsOf(records, shared);
    earlier.clear();
    [seen, seenOfAll] = [now, everyones];
    return snapshots.every;
  }
  /** Kept by the count of records, which are in the order of time. */
  function snapshotsAt(asOf: EpochMs): Snapshots {
    const known = records.filter(({ knownAt }) => knownAt <= asOf);
    if (known.length === records.length) return snapshots;
    const then = earlier.get(known.length) ?? snapshotsOf(known, openAreas(known));
    earlier.set(known.length, then);
    return then;
  }
  await followAreas();
  return {
    areas: (accountId, asOf) => (asOf === undefined ? snapshots : snapshotsAt(asOf)).of(accountId),
    everyArea: () => snapshots.every,
    followAreas,
  };
}

interface Snapshots {
  readonly every: Areas;
  of(accountId: string | undefined): Areas;
}

const keyOf = (records: readonly AreaRecord[]): string => records.map(({ id, knownAt }) => `${id} ${knownAt}`).join();
const isEveryones = ({ accountId }: AreaRecord): boolean => accountId === null;

export const everyonesOf = async (ledger: Pick<AreaLedger, 'list'>) => (await ledger.list()).filter(isEveryones);

function snapshotsOf(records: readonly AreaRecord[], shared: Areas): Snapshots {
  const everyones = [...CONTRACT_AREAS.list, ...rowsOf(records, null)];
  const made = new Map<string, Areas | undefined>(
    records.flatMap(({ accountId }) => (accountId === null ? [] : [[accountId, undefined]])),
  );
  const own = [...made.keys()].flatMap((accountId) => rowsOf(records, accountId));
  const isFree = ({ codes }: AreaRow): boolean => CODE_SETS.every((set) => !shared.find(set, codes.a[0]!.code));
  return {
    every: own.length === 0 ? shared : new Areas([...everyones, ...own.map((row) => ({ ...row, codes: NO_CODES }))]),
    of(accountId) {
      if (accountId === undefined || !made.has(accountId)) return shared;
      const areas = made.get(accountId) ?? new Areas([...everyones, ...rowsOf(records, accountId).filter(isFree)]);
      made.set(accountId, areas);
      return areas;
    },
  };
}

const CODE_SETS = ['a', 'b', 'c', 'oasis'] as const;
const NO_CODES: AreaRow['codes'] = { a: [], b: [], c: [], oasis: [] };

/**
 * The areas that everyone sees: the contract's, then added ones.
 *
 * @param records of added areas, oldest first: the last record of an area counts
 * @throws {RangeError} an added area has the id, the series or a spelling of another
 */
export function openAreas(records: readonly AreaRecord[] = []): Areas {
  const added = rowsOf(records, null);
  return added.length === 0 ? CONTRACT_AREAS : new Areas([...CONTRACT_AREAS.list, ...added]);
}

/** The rows of the areas that an account added, or with null the operator. */
function rowsOf(records: readonly AreaRecord[], accountId: string | null): AreaRow[] {
  const added = records.filter((record) => record.accountId === accountId);
  const first = new Map([...added].reverse().map(({ id, knownAt }) => [id, knownAt]));
  const last = new Map(added.map((record) => [record.id, record]));
  return [...last.values()].map((record) => rowOf(record, first.get(record.id)!));
}

/**
 * The row of an added area. It trains no model that others share and has no second look, so that it changes no forecast of
 * the contract's areas.
 */
function rowOf(record: AreaRecord, addedAt: number): AreaRow {
  const { id, code, name, kind, timezone, marketTimezone, calendar, source, series, neighbours } = record;
  const { accountId, retiredAt } = record;
  const near = neighbours.split(' ').filter((word) => word !== '');
  return {
    ...{ id, name, territory: name, iso: code, kind: kind === 'utility' ? 'utility' : 'grid' },
    ...{ timezone, marketTimezone, source, series },
    oasisTimezone: 'PPT', // reports of B and C do not list it
    calendar: CALENDARS[calendar as keyof typeof CALENDARS] ?? CALENDARS.none,
    codes: { a: [{ code }], b: [], c: [], oasis: [] },
    screening: CONTRACT_AREAS.screening(series),
    inGlobalModel: false,
    needs: { days: 30, share: source === 'own' ? 0 : 0.6 },
    neighbours: { grids: near.filter((each) => CONTRACT_AREAS.bySeries(each)), adjacent: near },
    points: [],
    ...(accountId !== null && { owner: { accountId, code } }),
    addedAt,
    ...(retiredAt !== null && { retiredAt }),
  };
}
