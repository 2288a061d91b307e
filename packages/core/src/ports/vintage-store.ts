import type { AreaId } from '../areas/area.js';
import type { EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { RunLink } from '../vintages/run-chain.js';
import type { Vintage, VintageHeader } from '../vintages/vintage.js';

/** Where issued forecasts are kept. Append-only. Adapters pass `describeVintageStore`. */
export interface VintageStore {
  /**
   * Keeps a vintage. One area has one vintage per `issuedAt`: a second with the same is refused unchanged.
   *
   * @returns whether it was kept
   */
  append(vintage: Vintage): Promise<boolean>;
  /** The vintage with the latest `issuedAt` among vintages with `availableAt <= asOf`, or undefined. */
  newest(areaId: AreaId, asOf: EpochMs): Promise<Vintage | undefined>;
  /** The vintage that was issued at an instant, or undefined. */
  issued(areaId: AreaId, issuedAt: EpochMs): Promise<Vintage | undefined>;
  /** Headers of the vintages that became available in a window, ascending by `issuedAt`. */
  headers(areaId: AreaId, available: Window): Promise<VintageHeader[]>;
  /**
   * Places in the area's chain of the vintages issued in a window, ascending by position. A vintage and its place are
   * kept together, so that only a vintage older than the chain may lack one, and a store that was made without SHA-256
   * has none.
   */
  links(areaId: AreaId, issued: Window): Promise<RunLink[]>;
  /** How many vintages of an area were available at `asOf`. */
  count(areaId: AreaId, asOf: EpochMs): Promise<number>;
}
