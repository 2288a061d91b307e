import type { Area, AreaId } from './area.js';
import { CODES_IN_ORDER } from './area-codes.data.js';
import { AREAS } from './areas.data.js';

/** The vocabularies of area codes: one per surface, and the names that OASIS clients use. */
export type CodeSet = keyof Area['codes'];

/** An area under the code a caller should see for it. Two codes of one grid (NYIS, NYIS-TOTAL) are two of these. */
export interface CodedArea {
  readonly area: Area;
  readonly code: string;
}

const byId = new Map<string, Area>(AREAS.map((area) => [area.id, area]));

/** Codes that stand for themselves; any other code of the same row is an alias of the row's first. */
const canonicalCodes = new Set<string>(Object.values(CODES_IN_ORDER).flat());

const byCode = new Map<CodeSet, Map<string, CodedArea>>(
  (['a', 'b', 'c', 'oasis'] as const).map((set) => [
    set,
    new Map(
      AREAS.flatMap((area) =>
        area.codes[set].map((code): [string, CodedArea] => [
          code.toUpperCase(),
          { area, code: isCanonical(set, code) ? code : area.codes[set][0]! },
        ]),
      ),
    ),
  ]),
);

function isCanonical(set: CodeSet, code: string): boolean {
  return canonicalCodes.has(code) && (CODES_IN_ORDER[set] as readonly string[]).includes(code);
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
  return byCode.get(set)!.get(code.trim().toUpperCase());
}

/**
 * Every area of a vocabulary under its canonical codes, in the order of the contract's tables.
 *
 * @example
 * codedAreas('c').map(({ code }) => code) // => ['PGE', 'SCE', 'SDGE', 'VEA']
 */
export function codedAreas(set: CodeSet): CodedArea[] {
  return CODES_IN_ORDER[set].map((code) => byCode.get(set)!.get(code)!);
}

/**
 * The codes a caller may write, for error messages.
 *
 * @example
 * allowedCodes('c') // => 'PGE, SCE, SDGE, VEA'
 */
export function allowedCodes(set: CodeSet): string {
  return CODES_IN_ORDER[set].join(', ');
}
