/** A meter file that cannot be read as a whole. The message says what to add or change. */
export class MeterRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MeterRefusal';
  }
}

const MOST_NAMED = 20;

/** @throws {MeterRefusal} naming the first faults of a file that is taken as a whole or not at all; returns where there is none */
export function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const rest = faults.length > MOST_NAMED ? `, and ${faults.length - MOST_NAMED} more` : '';
  throw new MeterRefusal(`nothing was kept: ${faults.slice(0, MOST_NAMED).join('; ')}${rest}`);
}
