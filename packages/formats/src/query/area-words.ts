import { type Areas, CONTRACT_AREAS } from '@loadcast/core';

/** The areas of the parse that is running. The contract's stand outside one: documents list them. */
let current: Areas = CONTRACT_AREAS;

/**
 * Runs a parse whose words may name areas. zod hands nothing on to a parameter, and a parse never waits.
 *
 * @param parse synchronous
 */
export function parseWithAreas<T>(areas: Areas, parse: () => T): T {
  const before = current;
  current = areas;
  try {
    return parse();
  } finally {
    current = before;
  }
}

/** The areas that the words of the parse may name. */
export const areasOfParse = (): Areas => current;
