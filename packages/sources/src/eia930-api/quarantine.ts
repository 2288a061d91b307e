import type { Observations } from '@loadcast/core';

/** A row as it came, not yet checked. */
export type RawRow = Readonly<Record<string, unknown>>;

/** Rows that are not as documented, set aside so that the others of their page can be used. */
export interface Quarantine {
  add(row: unknown): void;
  /** How many there are, and the first of them as they came; empty when there are none. */
  provenance(): Observations['provenance'];
}

/** Characters of the rows that are kept: enough to see their fault. */
const KEPT_CHARACTERS = 2_000;

/** Sets rows aside. @param apiKey taken out of them, should the upstream repeat it */
export function createQuarantine(apiKey: string): Quarantine {
  const seen = new Set<string>();
  return {
    add(row) {
      seen.add(JSON.stringify(row).replaceAll(apiKey, '[key]'));
    },
    provenance() {
      if (seen.size === 0) return {};
      return { quarantined_rows: seen.size, quarantined: [...seen].join('\n').slice(0, KEPT_CHARACTERS) };
    },
  };
}

/** Whether the odd rows of a page are too many to be slips: then the upstream has changed its format, and nothing of the page is used. */
export function isAnotherShape(oddRows: number, rows: number): boolean {
  return oddRows === rows ? rows > 0 : oddRows > Math.max(1, rows / 100);
}
