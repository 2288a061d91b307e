import { AUTHORITY_POLICY, SUB_AREA_POLICY } from '../screening/policies.data.js';
import type { ScreenPolicy } from '../screening/policy.js';
import type { AreaRow, Neighbours } from './area-row.js';

/** The id of an area. `new Areas` checks its form, and `byId` that there is such an area. */
export type AreaId = string;

export type SurfaceId = 'a' | 'b' | 'c';

/** The vocabularies of area codes: one per surface, and the names that OASIS clients use. */
export type CodeSet = keyof AreaRow['codes'];

/** One area of a snapshot: its row, with its neighbors written out. */
export interface Area extends AreaRow {
  readonly id: AreaId;
  /** Each once, in a fixed order: sub-areas in place of `X-`, the area's own series left out. */
  readonly neighbours: Neighbours;
  /** The snapshot that it is one of. */
  readonly areas: Areas;
}

/** An area under the code a caller should see for it. Two codes of one grid (NYIS, NYIS-TOTAL) are two of these. */
export interface CodedArea {
  readonly area: Area;
  readonly code: string;
}

const ID = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * The areas there are at one moment. A snapshot never changes: another area is another snapshot, and code that needs areas is
 * given one, as it is given the time.
 *
 * @example
 * new Areas([]).find('a', 'CISO') // => undefined
 */
export class Areas {
  /** Every area that is not retired, in the order of the rows. */
  readonly list: readonly Area[];
  /** Every area that callers may list: grids, then utilities, then areas that were added. */
  readonly listed: readonly CodedArea[];
  readonly #byId: ReadonlyMap<string, Area>;
  readonly #bySeries: ReadonlyMap<string, Area>;
  readonly #coded: Readonly<Record<CodeSet, readonly CodedArea[]>>;
  readonly #bySpelling: Readonly<Record<CodeSet, ReadonlyMap<string, CodedArea>>>;

  /** @throws {RangeError} an id of another form than `plant-7`, two areas with one id, series or spelling, or an unknown time zone */
  constructor(rows: readonly AreaRow[]) {
    const parts = new Map(rows.map((row) => [row.series, partsOf(row)]));
    const all = rows.map((row): Area => ({ ...row, neighbours: writtenOut(row, parts), areas: this }));
    this.list = all.filter(({ retiredAt }) => retiredAt === undefined);
    for (const { id, timezone, marketTimezone } of all) {
      if (!ID.test(id)) throw new RangeError(`not the id of an area: ${id}`);
      for (const timeZone of [timezone, marketTimezone]) new Intl.DateTimeFormat('en-US', { timeZone });
    }
    this.#byId = uniqueMap(all.map((area) => [area.id, area]));
    this.#bySeries = uniqueMap(all.map((area) => [area.series, area]));
    this.#coded = bySet((set) => codesOf(this.list, set));
    const [grids, isAdded] = [this.#coded.a, ({ area }: CodedArea): boolean => area.addedAt !== undefined];
    this.listed = [...grids.filter((coded) => !isAdded(coded)), ...this.#coded.c, ...grids.filter(isAdded)];
    this.#bySpelling = bySet((set) => uniqueMap(codesOf(all, set).flatMap((coded) => spellings(set, coded))));
  }

  /** @throws {RangeError} there is no such area */
  byId(id: AreaId): Area {
    const area = this.#byId.get(id);
    if (!area) throw new RangeError(`no such area: ${id}`);
    return area;
  }

  /** The code by which messages and events name an area: surface A's, or for a utility its own. @param id of an area that may be retired */
  codeOf(id: AreaId): string {
    return this.#byId.get(id)?.codes.a[0]?.code ?? id.toUpperCase();
  }

  /** The area whose load a series is, or undefined. @param series EIA-930 id */
  bySeries(series: string): Area | undefined {
    return this.#bySeries.get(series);
  }

  /** The area that a caller's code names, or undefined. @param code any case, spaces around it allowed */
  find(set: CodeSet, code: string): CodedArea | undefined {
    return this.#bySpelling[set].get(code.trim().toUpperCase());
  }

  /** The grid, or else the utility, that a caller's code names; a retired one too. */
  findGridOrUtility(code: string): CodedArea | undefined {
    return this.find('a', code) ?? this.find('c', code);
  }

  /** Every area of a vocabulary under its canonical codes, in the order in which it is listed. */
  coded(set: CodeSet): readonly CodedArea[] {
    return this.#coded[set];
  }

  /** What counts as a fault in a series: its area's own bounds, else those of its kind. @param series EIA-930 id; `PARENT-SUBAREA` is a sub-area */
  screening(series: string): ScreenPolicy {
    return this.bySeries(series)?.screening ?? (series.includes('-') ? SUB_AREA_POLICY : AUTHORITY_POLICY);
  }
}

/** The series of an area's sub-areas: load that its own is the sum of. */
export function partsOf({ series, subAreas = [] }: AreaRow): string[] {
  return subAreas.map((subArea) => `${series}-${subArea}`);
}

function writtenOut({ series, neighbours }: AreaRow, parts: ReadonlyMap<string, readonly string[]>): Neighbours {
  const write = (ids: readonly string[]): string[] => {
    const written = ids.flatMap((id) => (id.endsWith('-') ? (parts.get(id.slice(0, -1)) ?? []) : [id]));
    return [...new Set(written)].filter((id) => id !== series);
  };
  return { grids: write(neighbours.grids), adjacent: write(neighbours.adjacent) };
}

function bySet<T>(make: (set: CodeSet) => T): Record<CodeSet, T> {
  return { a: make('a'), b: make('b'), c: make('c'), oasis: make('oasis') };
}

function codesOf(areas: readonly Area[], set: CodeSet): CodedArea[] {
  return areas
    .flatMap((area) => area.codes[set].map(({ code, order = Number.MAX_SAFE_INTEGER }) => ({ area, code, order })))
    .sort((one, other) => one.order - other.order)
    .map(({ area, code }) => ({ area, code }));
}

function spellings(set: CodeSet, coded: CodedArea): [string, CodedArea][] {
  const { aliases = [], unlistedAliases = [] } = coded.area.codes[set].find(({ code }) => code === coded.code)!;
  return [coded.code, ...aliases, ...unlistedAliases].map((spelling) => [spelling.toUpperCase(), coded]);
}

function uniqueMap<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const [name, value] of entries) {
    if (map.has(name)) throw new RangeError(`two areas have ${name}`);
    map.set(name, value);
  }
  return map;
}
