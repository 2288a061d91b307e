import { HOUR_MS, wallTime } from '../time/wall-clock.js';
import type { Tick } from './line-chart.js';

/** A tick where each calendar day begins; every so-and-so-many days where they are many. */
export function dayTicks(startMs: number, count: number, zone: string, most = 7): Tick[] {
  const ticks: Tick[] = [];
  for (let at = 0; at < count; at++) {
    const { hour, weekday, date } = wallTime(startMs + at * HOUR_MS, zone);
    if (hour === 0) ticks.push({ at, text: `${weekday} ${date}` });
  }
  const every = Math.ceil(ticks.length / most);
  return ticks.filter((_, i) => i % every === 0);
}
