import {
  type Area,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  offsetMs,
  REPEATED_HOUR_ENDING,
  type ReportRun,
} from '@loadcast/core';

/** One run of one area over a window, under the code that the caller sees. Arrays have one value per hour, MW. */
export interface RunPart {
  readonly area: Area;
  readonly code: string;
  readonly run: ReportRun;
  /** A whole UTC hour. */
  readonly start: EpochMs;
  /** NaN hours are left out of reports. */
  readonly valueMw: Float64Array;
  readonly p10Mw?: Float64Array;
  readonly p90Mw?: Float64Array;
}

/** The hours of a part that lie in one operating day: one GROUP of a report. Has at least one value. */
export interface ReportBlock {
  readonly part: RunPart;
  readonly operatingDay: string;
  /** Index range in the part's arrays, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Per hour from `from`: 1 to 24, 25 for the repeated hour. */
  readonly hourEndings: Uint8Array;
  readonly rows: number;
}

/**
 * Cuts parts into operating days, in the order of the parts.
 *
 * @param zone the clock that names days and hours; absent, each area's own market clock
 */
export function blocksOf(parts: readonly RunPart[], zone?: string): ReportBlock[] {
  return parts.flatMap((part) => blocksOfPart(part, zone ?? part.area.marketTimezone));
}

function blocksOfPart(part: RunPart, zone: string): ReportBlock[] {
  const blocks: ReportBlock[] = [];
  let from = 0;
  while (from < part.valueMw.length) {
    const day = localDayNumber(zone, part.start + from * HOUR_MS);
    const hourEndings: number[] = [];
    let rows = 0;
    let to = from;
    for (; to < part.valueMw.length; to++) {
      const start = part.start + to * HOUR_MS;
      if (localDayNumber(zone, start) !== day) break;
      hourEndings.push(hourEnding(zone, start));
      if (!Number.isNaN(part.valueMw[to]!)) rows++;
    }
    if (rows > 0) {
      const operatingDay = new Date(day * DAY_MS).toISOString().slice(0, 10);
      blocks.push({ part, operatingDay, from, to, hourEndings: Uint8Array.from(hourEndings), rows });
    }
    from = to;
  }
  return blocks;
}

function localDayNumber(zone: string, instant: EpochMs): number {
  return Math.floor((instant + offsetMs(zone, instant)) / DAY_MS);
}

/** As core's `operatingHour`, without its strings. */
function hourEnding(zone: string, start: EpochMs): number {
  const offset = offsetMs(zone, start);
  if (offsetMs(zone, start - HOUR_MS) - offset === HOUR_MS) return REPEATED_HOUR_ENDING;
  const wall = start + offset;
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / HOUR_MS) + 1;
}

/** How many rows a report has. */
export function countRows(blocks: readonly ReportBlock[]): number {
  return blocks.reduce((rows, block) => rows + block.rows, 0);
}
