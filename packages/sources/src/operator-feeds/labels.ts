import { DAY_MS, type EpochMs } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import { FeedError } from './feed.js';

/**
 * The instants at which a clock shows a wall time: one, two in the hour that the autumn change repeats, none in the one
 * that the spring change skips.
 *
 * @param wallMs the wall time written as if it were UTC
 */
export function findInstants(zone: string, wallMs: number): readonly EpochMs[] {
  const offsets = new Set([offsetMs(zone, wallMs - DAY_MS), offsetMs(zone, wallMs + DAY_MS)]);
  const instants = [...offsets].map((offset) => wallMs - offset);
  return instants.filter((instant) => instant + offsetMs(zone, instant) === wallMs).sort((a, b) => a - b);
}

const US_LABEL = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * A label `MM/DD/YYYY HH:MM[:SS]` as a wall time written as if it were UTC.
 *
 * @throws {FeedError} it is no such label, or no real date
 */
export function usWall(label: string): number {
  const [, month, day, year, hour = '0', minute = '0', second = '0'] = US_LABEL.exec(label.trim()) ?? [];
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (Number.isNaN(wall) || new Date(wall).getUTCDate() !== Number(day) || Number(hour) > 24)
    throw new FeedError('unexpected', `'${label.slice(0, 30)}' is no time MM/DD/YYYY HH:MM`);
  return wall;
}

/**
 * Reads the wall times of rows in their order: the second time that a label of the repeated hour comes it is the second of the
 * two hours.
 */
export class WallClock {
  private readonly zone: string;
  private readonly seen = new Set<string>();

  constructor(zone: string) {
    this.zone = zone;
  }

  /**
   * @param of what else tells rows of one label apart (a zone of the grid)
   * @returns undefined in the hour that the spring change skips
   */
  instant(wallMs: number, of = ''): EpochMs | undefined {
    const instants = findInstants(this.zone, wallMs);
    if (instants.length < 2) return instants[0];
    const key = `${wallMs} ${of}`;
    if (this.seen.has(key)) return instants[1];
    this.seen.add(key);
    return instants[0];
  }
}

/** The instant of a wall time whose row says whether it is of the repeated hour's second half. */
export function findInstant(zone: string, wallMs: number, isRepeated: boolean): EpochMs | undefined {
  const instants = findInstants(zone, wallMs);
  return instants.length === 2 && isRepeated ? instants[1] : instants[0];
}

/** An ISO time without offset, of a clock that is UTC. @throws {FeedError} it is none */
export function parseUtc(text: string): EpochMs {
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(`${text.replace(/Z$/, '')}Z`) : Number.NaN;
  if (Number.isNaN(instant)) throw new FeedError('unexpected', `'${text.slice(0, 30)}' is no time`);
  return instant;
}

/** An ISO time with its offset, `2026-09-05 20:00:00-0500` too. @throws {FeedError} it is none */
export function offsetTime(text: string): EpochMs {
  const iso = text
    .trim()
    .replace(' ', 'T')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = /([+-]\d{2}:\d{2}|Z)$/.test(iso) ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(instant)) throw new FeedError('unexpected', `'${text.slice(0, 30)}' is no time with an offset`);
  return instant;
}
