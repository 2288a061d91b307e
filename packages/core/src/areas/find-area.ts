import { AREAS, type Area, type AreaId } from './area.js';

/** The vocabularies of area codes: one per surface, and the names that OASIS clients use. */
export type CodeSet = keyof Area['codes'];

/** An area under the code a caller should see for it. Two codes of one grid (NYIS, NYIS-TOTAL) are two of these. */
export interface CodedArea {
  readonly area: Area;
  readonly code: string;
}

const byId = new Map<string, Area>(AREAS.map((area) => [area.id, area]));

/** Each vocabulary in the order in which it is listed. */
const listed: Readonly<Record<CodeSet, readonly CodedArea[]>> = {
  a: listedCodes('a'),
  b: listedCodes('b'),
  c: listedCodes('c'),
  oasis: listedCodes('oasis'),
};

const bySpelling: Readonly<Record<CodeSet, ReadonlyMap<string, CodedArea>>> = {
  a: spellings('a'),
  b: spellings('b'),
  c: spellings('c'),
  oasis: spellings('oasis'),
};

function listedCodes(set: CodeSet): CodedArea[] {
  return AREAS.flatMap((area) =>
    area.codes[set].map(({ code, order = Number.MAX_SAFE_INTEGER }) => ({ area, code, order })),
  )
    .sort((one, other) => one.order - other.order)
    .map(({ area, code }) => ({ area, code }));
}

function spellings(set: CodeSet): ReadonlyMap<string, CodedArea> {
  return new Map(
    listed[set].flatMap((coded) => {
      const { aliases = [], unlistedAliases = [] } = coded.area.codes[set].find(({ code }) => code === coded.code)!;
      return [coded.code, ...aliases, ...unlistedAliases].map((spelling) => [spelling.toUpperCase(), coded] as const);
    }),
  );
}

/**
 * The area of an id.
 *
 * @throws {RangeError} there is no such area
 */
export function areaById(id: AreaId): Area {
  const area = byId.get(id);
  if (!area) throw new RangeError(`no such area: ${id}`);
  return area;
}

/**
 * The area that a caller's code names, or undefined.
 *
 * @param set whose vocabulary
 * @param code any case, spaces around it allowed
 * @example
 * findArea('a', ' ciso ')?.code // => 'CAISO'
 */
export function findArea(set: CodeSet, code: string): CodedArea | undefined {
  return bySpelling[set].get(code.trim().toUpperCase());
}

/**
 * Every area of a vocabulary under its canonical codes, in the order of the contract's tables.
 *
 * @example
 * codedAreas('c').map(({ code }) => code) // => ['PGE', 'SCE', 'SDGE', 'VEA']
 */
export function codedAreas(set: CodeSet): readonly CodedArea[] {
  return listed[set];
}

/**
 * The codes a caller may write, for error messages.
 *
 * @example
 * allowedCodes('c') // => 'PGE, SCE, SDGE, VEA'
 */
export function allowedCodes(set: CodeSet): string {
  return listed[set].map(({ code }) => code).join(', ');
}
