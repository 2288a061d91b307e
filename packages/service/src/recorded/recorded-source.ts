import {
  type Area,
  type Areas,
  type EpochMs,
  HISTORY_KNOWN,
  HOUR_MS,
  type IncomingSeries,
  type LoadSource,
} from '@loadcast/core';
import { knownAt } from '@loadcast/core/series';
import { operatorForecastKnown } from '@loadcast/sources/simulated';
import { readRecordedLoad } from './read-recorded-load.js';
import { findRecordedHours } from './recorded-days.js';

/** Recorded load at any time, as an upstream: what a poll at `now` would return. The file is read at the first poll. */
export function recordedSource(areas: Areas): LoadSource {
  let recorded: ReturnType<typeof recordedAreas> | undefined;
  return {
    name: 'recorded',
    async fetch(window, now, signal) {
      signal.throwIfAborted();
      recorded ??= recordedAreas(areas);
      const hours = Math.max(0, Math.round((window.end - window.start) / HOUR_MS));
      const starts = Float64Array.from({ length: hours }, (_, hour) => window.start + hour * HOUR_MS);
      const series = recorded.flatMap(({ area, series: all, find }) => {
        const found = starts.map(find);
        return all.map((each) => publicHours(area, each, starts, found, now));
      });
      return { source: 'recorded', provenance: { recorded: 'EIA-930' }, series };
    },
  };
}

function recordedAreas({ list }: Areas) {
  const all = readRecordedLoad();
  return list.flatMap((area) => {
    const series = all.filter(({ key }) => key.series === area.series);
    const load = series.find(({ key }) => key.measure === 'demand');
    return load ? [{ area, series, find: findRecordedHours(area, load) }] : [];
  });
}

/** The hours that are public at `asOf`. @param found the recorded hour of each */
function publicHours(
  area: Area,
  { key, start, valuesMw: recordedMw }: IncomingSeries,
  starts: Float64Array,
  found: Float64Array,
  asOf: EpochMs,
): IncomingSeries {
  const known = key.measure === 'day_ahead_forecast' ? operatorForecastKnown(area) : HISTORY_KNOWN[key.measure];
  const valuesMw = found.map((hour, i) =>
    knownAt(known, starts[i]!) <= asOf ? (recordedMw[(hour - start) / HOUR_MS] ?? Number.NaN) : Number.NaN,
  );
  return { key, start: starts[0] ?? asOf, valuesMw, known };
}
