import { readFileSync } from 'node:fs';
import {
  type EpochMs,
  type Forecaster,
  HOUR_MS,
  type IssuedForecast,
  type KnownSeries,
  readAsOf,
  ServiceError,
  VINTAGE_HOURS,
} from '@loadcast/core';
import type { AreaForecaster } from '@loadcast/core/forecast';
import { newestHour } from '@loadcast/core/series';
import { ceilToHour } from '@loadcast/core/time';
import { InferenceSession, Tensor } from 'onnxruntime-web';

const MODEL = { name: 'onnx-same-hour-regression', version: '1.0.0' } as const;
/** What the model reads: the same hour of so many days, newest first (`train.mjs`). */
const DAYS = 7;
const DAY_HOURS = 24;
/** One-day-ahead errors of so many hours give the bounds. */
const ERROR_HOURS = 28 * DAY_HOURS;
const PAST_HOURS = ERROR_HOURS + DAYS * DAY_HOURS;
const LONGEST_SILENCE_HOURS = 72;

/**
 * A model in an ONNX file as a forecaster: each hour from the same hour of the last seven days, day after day, the
 * forecast of a day being input to the next. Bounds are the 10 and 90 percent quantiles of the errors of four weeks one
 * day ahead, wider with the square root of the lead in days.
 *
 * Training happens elsewhere, in any toolkit that writes ONNX. The rest, common to every forecaster, is here: read the
 * known data, shape them, run, and record the inputs.
 *
 * @param modelFile an ONNX model `days [hours, 7] -> next [hours, 1]`
 */
export function onnxForecaster(modelFile: URL): Forecaster {
  let session: Promise<InferenceSession> | undefined;
  const open = () => {
    session ??= InferenceSession.create(readFileSync(modelFile));
    return session;
  };
  return {
    ...MODEL,
    inputs: ['own'],
    series: ({ series }) => [{ series, measure: 'demand' }],
    forArea(area, data): AreaForecaster {
      return {
        async issue(issuedAt) {
          const load = data.load(area.series);
          // Data is read before the first await: rows appended while the session runs belong to the next issue.
          const past = load && pastLoad(load, issuedAt);
          if (!past) {
            throw new ServiceError('no_data', `${area.name}: five weeks of load are needed`, { reason: 'source_late' });
          }
          return forecastFrom(past, issuedAt, await open());
        },
      };
    },
  };
}

/** `PAST_HOURS` hours of load up to the newest one known at the issue, MW; a missing hour is the one of the week before. */
function pastLoad(load: KnownSeries, issuedAt: EpochMs) {
  const newest = newestHour(load, issuedAt);
  if (newest === undefined || issuedAt - newest > LONGEST_SILENCE_HOURS * HOUR_MS) return undefined;
  const end = newest + HOUR_MS;
  const { valuesMw } = readAsOf(load, { start: end - PAST_HOURS * HOUR_MS, end }, issuedAt);
  const mw = [...valuesMw];
  for (let hour = DAYS * DAY_HOURS; hour < mw.length; hour++) {
    if (Number.isNaN(mw[hour]!)) mw[hour] = mw[hour - DAYS * DAY_HOURS]!;
  }
  return mw.every((value) => value > 0) ? { mw, newest } : undefined;
}

async function forecastFrom(
  { mw, newest }: NonNullable<ReturnType<typeof pastLoad>>,
  issuedAt: EpochMs,
  session: InferenceSession,
): Promise<IssuedForecast> {
  const start = ceilToHour(issuedAt);
  const gap = (start - newest) / HOUR_MS - 1;
  const [low, high] = await errorBounds(mw, session);
  const path = [...mw];
  while (path.length < mw.length + gap + VINTAGE_HOURS) {
    path.push(...(await nextHours(path, path.length, DAY_HOURS, session)));
  }
  const value = path.slice(mw.length + gap, mw.length + gap + VINTAGE_HOURS);
  const widened = (error: number, hour: number): number => error * Math.sqrt(1 + (hour + gap) / DAY_HOURS);
  return {
    start,
    valueMw: Float64Array.from(value, toCents),
    p10Mw: Float64Array.from(value, (each, hour) => toCents(each * Math.max(0, 1 + widened(low, hour)))),
    p90Mw: Float64Array.from(value, (each, hour) => toCents(each * (1 + widened(high, hour)))),
    dataCutoff: newest,
    model: MODEL,
    excludedInputs: [],
  };
}

/** The hours `first` to `first + count`, at most a day, each from the same hour of the days before. */
async function nextHours(
  mw: readonly number[],
  first: number,
  count: number,
  session: InferenceSession,
): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: DAYS }, (_, day) => mw[first + row - (day + 1) * DAY_HOURS]!),
  );
  const means = rows.map((row) => row.reduce((sum, each) => sum + each, 0) / DAYS);
  const days = Float32Array.from(rows.flatMap((row, i) => row.map((each) => each / means[i]!)));
  const { next } = await session.run({ days: new Tensor('float32', days, [count, DAYS]) });
  return Array.from({ length: count }, (_, row) => Number(next!.data[row]) * means[row]!);
}

/** Relative errors of the last weeks one day ahead that one hour in ten falls below, and rises above. */
async function errorBounds(mw: readonly number[], session: InferenceSession): Promise<[number, number]> {
  const first = mw.length - ERROR_HOURS;
  const said = await nextHours(mw, first, ERROR_HOURS, session);
  const errors = said.map((each, hour) => mw[first + hour]! / each - 1).sort((a, b) => a - b);
  const at = (level: number): number => errors[Math.round(level * (errors.length - 1))]!;
  return [Math.min(0, at(0.1)), Math.max(0, at(0.9))];
}

function toCents(valueMw: number): number {
  return Math.round(valueMw * 100) / 100;
}
