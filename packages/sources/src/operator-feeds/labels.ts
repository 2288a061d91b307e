import type { EpochMs } from '@loadcast/core';
import { findInstants, parseEpochMs, readWallTime } from '@loadcast/core/time';
import { FeedError } from './feed-error.js';

/**
 * A label `MM/DD/YYYY HH:MM[:SS]` as a wall time written as if it were UTC.
 *
 * @throws {FeedError} it is no such label, or no real date
 */
export function usWall(label: string): number {
  const wall = readWallTime(label);
  if (!Number.isNaN(wall)) return wall;
  throw new FeedError('unexpected', `'${label.slice(0, 30)}' is no time MM/DD/YYYY HH:MM`);
}

/**
 * Reads the wall times of rows in their order: the second time that a label of the repeated hour comes it is the second of the
 * two hours. The hour that the spring change skips has no instant.
 */
export function wallClock(zone: string): (wallMs: number) => EpochMs | undefined {
  const seen = new Set<number>();
  return (wallMs) => {
    const instants = findInstants(zone, wallMs);
    if (seen.has(wallMs)) return instants.at(-1);
    seen.add(wallMs);
    return instants[0];
  };
}

/** The instant of a wall time whose row says whether it is of the repeated hour's second half. */
export function findInstant(zone: string, wallMs: number, isRepeated: boolean): EpochMs | undefined {
  const instants = findInstants(zone, wallMs);
  return instants.length === 2 && isRepeated ? instants[1] : instants[0];
}

/** An ISO time without offset, of a clock that is UTC. @throws {FeedError} it is none */
export function parseUtc(text: string): EpochMs {
  return offsetTime(/\dZ$/i.test(text.trim()) ? text : `${text.trim()}Z`);
}

/** A time with its offset, `2026-09-05 20:00:00-0500` too. @throws {FeedError} it is none */
export function offsetTime(text: string): EpochMs {
  const instant = parseEpochMs(text.trim());
  if (Number.isNaN(instant)) throw new FeedError('unexpected', `'${text.slice(0, 30)}' is no time with an offset`);
  return instant;
}
