import { HOUR_MS, wallTime } from '../time/wall-clock.js';
import type { Tick } from './plot.js';

/** A tick where each calendar day begins; every so-and-so-many days where they are many. */
export function dayTicks(startMs: number, count: number, zone: string, most = 7): Tick[] {
  const ticks: Tick[] = [];
  for (let at = 0; at < count; at++) {
    const { hour, weekday, date } = wallTime(startMs + at * HOUR_MS, zone);
    const [day = '', month = ''] = date.split(' ');
    if (hour === 0) ticks.push({ at, text: `${weekday} ${day}`, more: ` ${month}` });
  }
  const every = Math.ceil(ticks.length / most);
  return ticks.filter((_, i) => i % every === 0);
}

/** A tick every six hours of a wall clock. */
export function hourTicks(startMs: number, count: number, zone: string): Tick[] {
  const hours = Array.from({ length: count }, (_, at) => ({ at, ...wallTime(startMs + at * HOUR_MS, zone) }));
  return hours.filter(({ hour }) => hour % 6 === 0).map(({ at, time }) => ({ at, text: time }));
}
