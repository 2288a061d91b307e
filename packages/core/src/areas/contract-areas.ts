import { type Area, type AreaId, Areas, type CodedArea, type CodeSet } from './area.js';
import { AREA_ROWS } from './areas.data.js';

/** The contract's areas, the seed of every service. Composition hands them on; no other code reads them. */
export const CONTRACT_AREAS: Areas = /* @__PURE__ */ new Areas(AREA_ROWS);

// The same as functions, for code that is not given areas yet: a boundary test lists it.
export const AREAS: readonly Area[] = CONTRACT_AREAS.list;
export const areaById = (id: AreaId): Area => CONTRACT_AREAS.byId(id);
export const findArea = (set: CodeSet, code: string): CodedArea | undefined => CONTRACT_AREAS.find(set, code);
export const codedAreas = (set: CodeSet): readonly CodedArea[] => CONTRACT_AREAS.coded(set);
