import { AREAS, HOUR_MS, MARKET_RUNS, type ReportRun } from '@loadcast/core';
import { operatingHour } from '@loadcast/core/time';
import fc from 'fast-check';
import type { ReportPiece } from '../report-bytes.js';
import { wholeOf } from '../report-chunks.js';
import { utcText } from '../report-time.js';
import { formatMw } from '../rows/mw.js';
import { blocksOf, type ReportBlock, type RunPart } from '../rows/report-blocks.js';
import { RUN_WORDS } from '../rows/report-runs.data.js';

const RUNS: readonly ReportRun[] = [...MARKET_RUNS, 'ACTUAL', 'RTM'];

/** Loads in MW, some of them odd, some missing (NaN). */
export const anyMw = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -500_000, max: 20_000_000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 0.004, -0.004, 0.005, 1e-9, 2_147_480_000, 1e12 + 0.25) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
);

const part: fc.Arbitrary<RunPart> = fc
  .record({
    area: fc.constantFrom(...AREAS),
    run: fc.constantFrom(...RUNS),
    hour: fc.integer({ min: Date.UTC(2015, 0, 1) / HOUR_MS, max: Date.UTC(2035, 0, 1) / HOUR_MS }),
    values: fc.array(anyMw, { minLength: 1, maxLength: 60 }),
    hasBounds: fc.boolean(),
  })
  .map(({ area, run, hour, values, hasBounds }) => ({
    area,
    code: area.codes.oasis[0]!.code,
    run,
    start: hour * HOUR_MS,
    valueMw: Float64Array.from(values),
    p10Mw: Float64Array.from(values, (value, i) => (hasBounds && i % 3 > 0 ? value - 1.5 : Number.NaN)),
    p90Mw: Float64Array.from(values, (value, i) => (hasBounds && i % 3 > 0 ? value + 1.25 : Number.NaN)),
  }));

/** Blocks of a report. It always has a row: without one the answer is `no_data`. */
export const anyReport = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => blocksOf(parts))
  .filter((blocks) => blocks.length > 0);

/** What a report's pieces are as one text. */
export function textOf(pieces: Iterable<ReportPiece>): string {
  return Buffer.from(wholeOf(pieces)).toString();
}

/** How the reports write instants. */
export const time = () => utcText('+00:00');
export const iso = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}+00:00`;

/** The rows of a report, made the slow way: an object a row, nothing shared. */
export function slowRows(blocks: readonly ReportBlock[]) {
  return blocks.flatMap(({ part: { area, code, run, start, valueMw, p10Mw, p90Mw }, from, to }, index) =>
    Array.from({ length: to - from }, (_, i) => from + i)
      .filter((i) => !Number.isNaN(valueMw[i]))
      .map((i) => {
        const { operatingDay, hourEnding } = operatingHour(area.marketTimezone, start + i * HOUR_MS);
        const { loadType, label, item, pos } = RUN_WORDS.get(run)!;
        const [startText, endText] = [iso(start + i * HOUR_MS), iso(start + (i + 1) * HOUR_MS)];
        const [value, lower, upper] = [valueMw[i]!, p10Mw![i]!, p90Mw![i]!];
        const number = Number(formatMw(value));
        return {
          index,
          area,
          code,
          run,
          startText,
          endText,
          operatingDay,
          hourEnding,
          loadType,
          label,
          item,
          pos,
          number,
          lower,
          upper,
        };
      }),
  );
}

/** A load as the reports write it, empty where it is missing. */
export const mwOrEmpty = (value: number) => (Number.isNaN(value) ? '' : formatMw(value));
