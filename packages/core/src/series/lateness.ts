import { type EpochMs, HOUR_MS, MINUTE_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { KnownSeries } from './known-series.js';

/** One poll of a source: when it was begun and over. */
export interface PollTimes {
  readonly askedAt: EpochMs;
  readonly endedAt: EpochMs;
}

/** How late the hours of a series came, ms after each ended. */
export interface Lateness {
  /** How many hours were counted. */
  readonly hours: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly worstMs: number;
}

/** An hour is counted only when its source had been asked so shortly before it came: else it may have waited for us. */
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/**
 * How late the hours of a window came, as polls observed it: from the end of an hour to the storing of its first value.
 * The precision is the pause between two polls.
 *
 * Hours that no poll brought (history from files), and hours that came in the first poll after a pause of more than
 * half an hour, are not counted.
 *
 * @param polls the source's successful polls, oldest first
 * @param window hours that ended in it
 * @returns undefined when no hour is counted
 */
export function latenessOf(series: KnownSeries, polls: readonly PollTimes[], window: Window): Lateness | undefined {
  const from = Math.max(0, Math.ceil((window.start - series.start) / HOUR_MS) - 1);
  const to = Math.min(series.values.length, Math.ceil((window.end - series.start) / HOUR_MS) - 1);
  const lateMs: number[] = [];
  for (let hour = from; hour < to; hour++) {
    const cameAt = series.replaced.get(hour)?.[0]?.knownAtMs ?? series.knownAtMs[hour]!;
    if (isWatched(polls, cameAt)) lateMs.push(cameAt - (series.start + (hour + 1) * HOUR_MS));
  }
  if (lateMs.length === 0) return undefined;
  lateMs.sort((a, b) => a - b);
  const at = (share: number): number => lateMs[Math.ceil(share * lateMs.length) - 1]!;
  return { hours: lateMs.length, medianMs: at(0.5), p90Ms: at(0.9), worstMs: at(1) };
}

/** Whether a poll brought something at an instant, soon after another poll. */
function isWatched(polls: readonly PollTimes[], cameAt: EpochMs): boolean {
  let [low, high] = [0, polls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (polls[middle]!.askedAt <= cameAt) low = middle + 1;
    else high = middle;
  }
  const [before, bringing] = [polls[low - 2], polls[low - 1]];
  if (before === undefined || bringing === undefined || cameAt > bringing.endedAt) return false;
  return bringing.askedAt - before.askedAt <= LONGEST_PAUSE_MS;
}
