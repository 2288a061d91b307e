import { type Area, DAY_MS, type EpochMs, HOUR_MS, type ReportRun } from '@loadcast/core';
import { offsetMs, REPEATED_HOUR_ENDING } from '@loadcast/core/time';

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
  /** When the forecast of each hour was issued, epoch ms; NaN or absent: it is none. */
  readonly issuedAtMs?: Float64Array;
  readonly newest?: { readonly issuedAt: EpochMs } | undefined;
}

/** The hours of a part that lie in one operating day: one GROUP of a report. Has at least one value. */
export interface ReportBlock {
  readonly part: RunPart;
  readonly operatingDay: string;
  /** Index range in the part's arrays, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** One number per hour from `from`: 1 to 24, 25 for the repeated hour. */
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
  const hourEndings = new Uint8Array(part.valueMw.length);
  let rows = 0;
  let from = 0;
  let day = Number.NaN;
  const close = (to: number) => {
    if (rows > 0) {
      const operatingDay = new Date(day * DAY_MS).toISOString().slice(0, 10);
      blocks.push({ part, operatingDay, from, to, hourEndings: hourEndings.subarray(from, to), rows });
    }
    rows = 0;
    from = to;
  };
  let offsetBefore = offsetMs(zone, part.start - HOUR_MS);
  for (let i = 0; i < part.valueMw.length; i++) {
    const start = part.start + i * HOUR_MS;
    const offset = offsetMs(zone, start);
    const wall = start + offset;
    const dayOfHour = Math.floor(wall / DAY_MS);
    if (dayOfHour !== day) {
      close(i);
      day = dayOfHour;
    }
    const isRepeated = offsetBefore - offset === HOUR_MS;
    hourEndings[i] = isRepeated ? REPEATED_HOUR_ENDING : Math.floor((wall - day * DAY_MS) / HOUR_MS) + 1;
    if (!Number.isNaN(part.valueMw[i]!)) rows++;
    offsetBefore = offset;
  }
  close(part.valueMw.length);
  return blocks;
}

export function countRows(blocks: readonly ReportBlock[]): number {
  return blocks.reduce((rows, block) => rows + block.rows, 0);
}
