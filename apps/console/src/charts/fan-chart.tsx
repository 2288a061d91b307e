import type { JSX } from 'preact';
import { type Comparison, newestIndex } from '../data/comparison.js';
import type { Values } from '../data/values.js';
import { forecastMw, rangeMw, wholeMw } from '../time/megawatts.js';
import { dayAndHourText, HOUR_MS } from '../time/wall-clock.js';
import { dayTicks } from './day-ticks.js';
import { fanOf } from './fan.js';
import { LineChart, type LineChartProps } from './line-chart.js';
import type { ChartLine } from './plot.js';

interface FanChartProps extends Pick<LineChartProps, 'isLarge' | 'onCursor' | 'href'> {
  readonly of: Comparison;
  readonly title: string;
  readonly zone: string;
  readonly nowMs: number;
  /** Label of the line where the past ends; default: now. */
  readonly ruleText?: string;
  /** Further lines below the others, such as earlier forecasts. */
  readonly behind?: readonly ChartLine[];
  /** Load of hours that was restated since, as it was before; null elsewhere. */
  readonly restated?: Values | undefined;
  /** Every hour shows the newest forecast of it: where that begins, it is set apart from earlier ones. */
  readonly isNewest?: boolean;
}

/** The newest measured hour and the first hour of the newest forecast; undefined where nothing is between them. */
export function seamOf({ actual, issuedMs }: Pick<Comparison, 'actual' | 'issuedMs'>) {
  const newestMs = Math.max(...issuedMs.map((at) => at ?? 0));
  const seam = { measured: newestIndex(actual), newest: issuedMs.indexOf(newestMs) };
  return seam.measured >= 0 && seam.newest > seam.measured ? seam : undefined;
}

/** Measured load, the forecast with its band, and the operator's, over hours. */
export function FanChart({
  of,
  title,
  zone,
  nowMs,
  isLarge = false,
  ruleText = 'now',
  behind = [],
  restated,
  isNewest = false,
  ...chart
}: FanChartProps): JSX.Element {
  const { startMs, count } = of;
  const at = (index: number): number => startMs + index * HOUR_MS;
  const now = (nowMs - startMs) / HOUR_MS;
  return (
    <LineChart
      {...chart}
      label={`${title}: load in megawatts by hour`}
      count={count}
      isLarge={isLarge}
      {...fanOf(of, { hasHalf: isLarge, behind, seam: isNewest ? seamOf(of) : undefined })}
      dots={restated ? [{ kind: 'restated', values: restated }] : []}
      ticks={dayTicks(startMs, count, zone, isLarge ? 6 : 12)}
      {...(now > 0 && now < count - 1 && { rule: { at: now, text: ruleText } })}
      valueText={wholeMw}
      pointText={(index) => dayAndHourText(at(index), zone)}
      readOut={(index) => readOutOf(of, index, restated?.[index] ?? null)}
    />
  );
}

/** @param before load as it was before it was restated; null: it was not */
function readOutOf({ actual, forecast, operator, p10, p90 }: Comparison, index: number, before: number | null) {
  const given = (values: Values): number | null => values[index] ?? null;
  const [low, high] = [given(p10), given(p90)];
  const range = low === null || high === null ? undefined : `${rangeMw(low, high)} MW`;
  return [
    { kind: 'actual', name: 'Measured', text: megawatts(given(actual), wholeMw) },
    { kind: 'restated', name: 'First published', text: megawatts(before, wholeMw) },
    { kind: 'forecast', name: 'Our forecast', text: megawatts(given(forecast), forecastMw) },
    { kind: 'range', name: 'Likely range (80 %)', text: range },
    { kind: 'operator', name: 'Operator’s forecast', text: megawatts(given(operator), wholeMw) },
  ];
}

const megawatts = (mw: number | null, write: (mw: number) => string): string | undefined =>
  mw === null ? undefined : `${write(mw)} MW`;
