import type { JSX } from 'preact';
import { type Comparison, newestIndex } from '../../data/comparison.js';
import { agoText, dayAndHourText, HOUR_MS, instantText, wallTime } from '../../time/wall-clock.js';

interface FreshnessProps {
  readonly of: Comparison;
  readonly zone: string;
  readonly nowMs: number;
}

const LATE_HOURS = 6;

/** The end of the newest measured hour shown; undefined where none is measured. */
function measuredUpTo({ actual, startMs }: Comparison): number | undefined {
  const newest = newestIndex(actual);
  return newest < 0 ? undefined : startMs + (newest + 1) * HOUR_MS;
}

/** Whether the newest load is so old that a forecast made from it misleads: as `/v1/status` judges. */
export function isSourceLate(of: Comparison, nowMs: number): boolean {
  const upToMs = measuredUpTo(of);
  return upToMs === undefined || nowMs - upToMs > LATE_HOURS * HOUR_MS;
}

/** How old the newest measured hour and the forecast are, in words. */
export function Freshness({ of, zone, nowMs }: FreshnessProps): JSX.Element {
  const upToMs = measuredUpTo(of);
  const issuedMs = of.issuedMs.findLast((value) => value !== null);
  if (upToMs === undefined)
    return (
      <p class="freshness late">No load in the last 24 hours: the source is late. We check again every few minutes.</p>
    );
  const { time, zoneName } = wallTime(upToMs, zone);
  const isLate = isSourceLate(of, nowMs);
  return (
    <p class={`freshness ${isLate ? 'late' : ''}`}>
      {isLate ? `Source is late: measured up to ${instantText(upToMs, zone)}` : `measured up to ${time} ${zoneName}`},{' '}
      {agoText(upToMs, nowMs)}
      {issuedMs !== undefined && issuedMs !== null && (
        <span title={instantText(issuedMs, zone)}> · forecast made {agoText(issuedMs, nowMs)}</span>
      )}
    </p>
  );
}

/** Replaces the chart of a grid whose source is late: since when, and where to read why. */
export function LateSource({ of, zone, nowMs, code }: FreshnessProps & { readonly code: string }): JSX.Element {
  const upToMs = measuredUpTo(of);
  return (
    <>
      <p class="freshness late">The source is late, so there is no chart.</p>
      <p>
        {upToMs === undefined
          ? 'No load was measured in the last 24 hours.'
          : `The newest measured hour is ${dayAndHourText(upToMs - HOUR_MS, zone)}, ${agoText(upToMs, nowMs)}.`}{' '}
        <a href="/status">Source status</a>, and <a href={`/r/${code}`}>the last forecast</a>.
      </p>
    </>
  );
}
