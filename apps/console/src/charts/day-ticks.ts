import { HOUR_MS, timeText, wallTime } from '../time/wall-clock.js';
import type { Tick } from './plot.js';

const MARK_HOURS = 6;

/**
 * A tick where each calendar day begins, every so-and-so-many days where they are many, and between them a mark every six hours.
 *
 * @param named hours between marks that have a text
 */
export function dayTicks(startMs: number, count: number, zone: string, named: number, most = 10): Tick[] {
  const hours = hoursBy(startMs, count, zone);
  const days = hours.filter(({ hour }) => hour === 0);
  const every = Math.ceil(days.length / most);
  const begins = days
    .filter((_, i) => i % every === 0)
    .map(({ at, weekday, date }) => ({ at, text: `${weekday} ${date.replace(/\D/g, '')}` }));
  if (every > 1) return begins;
  const marks = hours
    .filter(({ hour }) => hour !== 0 && hour % MARK_HOURS === 0)
    .map(({ at, hour }) => ({ at, text: hour % named === 0 ? timeText(hour) : '', isMark: true }));
  return [...begins, ...marks];
}

/** A tick every six hours of a wall clock. */
export const hourTicks = (startMs: number, count: number, zone: string): Tick[] =>
  hoursBy(startMs, count, zone)
    .filter(({ hour }) => hour % MARK_HOURS === 0)
    .map(({ at, time }) => ({ at, text: time }));

const hoursBy = (startMs: number, count: number, zone: string) =>
  Array.from({ length: count }, (_, at) => ({ at, ...wallTime(startMs + at * HOUR_MS, zone) }));
