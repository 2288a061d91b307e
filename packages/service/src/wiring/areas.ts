import { type AreaRow, Areas, CALENDARS, CONTRACT_AREAS, HORIZON_IDS, RESOLUTIONS } from '@loadcast/core';
import type { AreaRecord } from '@loadcast/storage/sqlite';

/**
 * The areas that a service, a command or a thread works with: the contract's, then added ones.
 *
 * @param records what was added, oldest first: the last record of an area counts
 * @throws {RangeError} an added area has the id, the series or a spelling of another
 */
export function openAreas(records: readonly AreaRecord[] = []): Areas {
  if (records.length === 0) return CONTRACT_AREAS;
  const first = new Map([...records].reverse().map(({ id, knownAt }) => [id, knownAt]));
  const last = new Map(records.map((record) => [record.id, record]));
  return new Areas([
    ...CONTRACT_AREAS.list,
    ...[...last.values()].map((record) => rowOf(record, first.get(record.id)!)),
  ]);
}

/**
 * The row of an added area. It trains no model that others share and has no second look, so that it changes no forecast of
 * the contract's areas.
 */
function rowOf(record: AreaRecord, addedAt: number): AreaRow {
  const { id, code, name, kind, timezone, marketTimezone, calendar, source, series, neighbours, retiredAt } = record;
  const near = neighbours.split(' ').filter((word) => word !== '');
  return {
    ...{ id, name, territory: name, iso: code, status: 'active', kind: kind === 'utility' ? 'utility' : 'grid' },
    ...{ timezone, marketTimezone, source, series },
    oasisTimezone: 'PPT', // reports of B and C do not list it
    calendar: CALENDARS[calendar as keyof typeof CALENDARS] ?? CALENDARS.none,
    codes: { a: [{ code }], b: [], c: [], oasis: [] },
    horizons: HORIZON_IDS,
    resolutions: RESOLUTIONS,
    screening: CONTRACT_AREAS.screening(series),
    inGlobalModel: false,
    residualClip: 0.5,
    neighbours: { grids: near.filter((each) => CONTRACT_AREAS.bySeries(each)), adjacent: near },
    points: [],
    addedAt,
    ...(retiredAt !== null && { retiredAt }),
  };
}
