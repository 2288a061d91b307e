import type { VintageHeader } from '@loadcast/core';
import { checksum } from './checksum.js';

/**
 * What the vintages of an area add up to. Headers carry checksums, but a damaged one would not be found at all: an
 * index that is out of order hides its entries, and the next older vintage would be read as the newest.
 */
export interface AreaTotals {
  readonly vintages: number;
  /** Sum of `issued_at` modulo `TOTALS_MODULUS`. */
  readonly issued_sum: number;
  /** Sum of `available_at - issued_at` modulo `TOTALS_MODULUS`. */
  readonly delay_sum: number;
}

export const NO_TOTALS: AreaTotals = { vintages: 0, issued_sum: 0, delay_sum: 0 };

/** A prime, so that no flipped bit leaves a remainder as it was; small, so that sums stay exact. */
export const TOTALS_MODULUS = 1_000_003;

export function addToTotals(totals: AreaTotals, { issuedAt, availableAt }: VintageHeader): AreaTotals {
  return {
    vintages: totals.vintages + 1,
    issued_sum: totals.issued_sum + (issuedAt % TOTALS_MODULUS),
    delay_sum: totals.delay_sum + ((availableAt - issuedAt) % TOTALS_MODULUS),
  };
}

export function crcOfTotals(areaId: string, { vintages, issued_sum, delay_sum }: AreaTotals): number {
  return checksum([areaId, vintages, issued_sum, delay_sum]);
}

export function sameTotals(a: AreaTotals, b: AreaTotals): boolean {
  return a.vintages === b.vintages && a.issued_sum === b.issued_sum && a.delay_sum === b.delay_sum;
}
