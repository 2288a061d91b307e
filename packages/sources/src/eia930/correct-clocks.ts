import { HOUR_MS, type IncomingSeries } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { CLOCK_FAULTS, type ClockFault } from './clock-faults.data.js';

/**
 * Moves the hours that EIA-930 is known to label wrongly. Where a moved value meets one that was labeled rightly, the
 * latter stands. Apply once, to labels as EIA gives them.
 */
export function correctClocks(series: IncomingSeries, faults: readonly ClockFault[] = CLOCK_FAULTS) {
  const { key, start, valuesMw } = series;
  const spans = faults
    .filter((fault) => fault.series === key.series && fault.measures.includes(key.measure))
    .map(({ from, to, shiftHours }) => ({
      first: Math.max(0, (parseEpochMs(from) - start) / HOUR_MS),
      end: to === null ? valuesMw.length : Math.min(valuesMw.length, (parseEpochMs(to) - start) / HOUR_MS),
      shiftHours,
    }))
    .filter(({ first, end }) => first < end);
  if (spans.length === 0) return { series, movedHours: 0 };

  const shiftAt = (hour: number): number =>
    spans.find(({ first, end }) => hour >= first && hour < end)?.shiftHours ?? 0;
  const first = shiftAt(0);
  const last = valuesMw.length - 1 + shiftAt(valuesMw.length - 1);
  const corrected = new Float64Array(last - first + 1).fill(Number.NaN);
  let movedHours = 0;
  valuesMw.forEach((valueMw, hour) => {
    const shiftHours = shiftAt(hour);
    if (shiftHours === 0 || Number.isNaN(valueMw)) return;
    corrected[hour + shiftHours - first] = valueMw;
    movedHours++;
  });
  valuesMw.forEach((valueMw, hour) => {
    if (shiftAt(hour) === 0 && !Number.isNaN(valueMw)) corrected[hour - first] = valueMw;
  });
  return { series: { key, start: start + first * HOUR_MS, valuesMw: corrected }, movedHours };
}
