import type { KnownRule } from '../series/known-rule.js';
import { HOUR_MS } from '../time/instant.js';
import type { ObservationBatch } from './actuals-store.js';

/**
 * Refuses a batch that no series could be folded from, before anything of it is written.
 *
 * @throws {RangeError} a block off the hour or without hours, an infinite value, or a known rule that yields no instant
 */
export function assertBatch(batch: ObservationBatch): void {
  if (!Number.isSafeInteger(batch.ingestedAt))
    throw new RangeError(`batch ${batch.source}: ingestedAt is not an instant`);
  for (const { key, start, values, known } of batch.blocks) {
    const refuse = (what: string): never => {
      throw new RangeError(`batch ${batch.source}, ${key.series} ${key.measure} from ${start}: ${what}`);
    };
    if (!Number.isSafeInteger(start) || start % HOUR_MS !== 0) refuse('start is not on a whole hour');
    if (values.length === 0) refuse('it has no hours');
    if (!isInstantRule(known)) refuse(`known rule ${JSON.stringify(known)} yields no instant`);
    const infinite = values.findIndex((mw) => Math.abs(mw) === Number.POSITIVE_INFINITY);
    if (infinite >= 0) refuse(`hour ${infinite} is infinite`);
  }
}

function isInstantRule(rule: KnownRule): boolean {
  switch (rule.kind) {
    case 'at':
      return Number.isFinite(rule.at);
    case 'lag':
      return Number.isFinite(rule.lagMs);
    case 'daily':
      return rule.zone !== '' && Number.isFinite(rule.timeOfDayMs) && Number.isInteger(rule.dayOffset);
  }
}
