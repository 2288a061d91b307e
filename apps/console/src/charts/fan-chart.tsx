import type { JSX } from 'preact';
import type { Comparison } from '../data/comparison.js';
import type { Values } from '../data/values.js';
import { forecastMw, wholeMw } from '../time/megawatts.js';
import { dayAndHourText, HOUR_MS } from '../time/wall-clock.js';
import { dayTicks } from './day-ticks.js';
import { fanOf } from './fan.js';
import { LineChart } from './line-chart.js';
import type { ChartLine } from './plot.js';

export interface FanChartProps {
  readonly of: Comparison;
  readonly title: string;
  readonly zone: string;
  readonly nowMs: number;
  readonly isLarge?: boolean;
  /** Label of the line where the past ends; default: now. */
  readonly ruleText?: string;
  /** Further lines below the others, such as earlier forecasts. */
  readonly behind?: readonly ChartLine[];
  /** Load of hours that was restated since, as it was before; null elsewhere. */
  readonly restated?: Values | undefined;
  readonly onCursor?: (index: number | undefined) => void;
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
  onCursor,
}: FanChartProps): JSX.Element {
  const { startMs, count } = of;
  const at = (index: number): number => startMs + index * HOUR_MS;
  const now = (nowMs - startMs) / HOUR_MS;
  return (
    <LineChart
      label={`${title}: load in megawatts by hour`}
      count={count}
      isLarge={isLarge}
      {...fanOf(of, { hasHalf: isLarge, behind })}
      dots={restated ? [{ kind: 'restated', values: restated }] : []}
      ticks={dayTicks(startMs, count, zone, isLarge ? 10 : 3)}
      {...(now > 0 && now < count - 1 && { rule: { at: now, text: ruleText } })}
      valueText={(value) => (isLarge ? wholeMw(value) : `${value / 1000}`)}
      pointText={(index) => dayAndHourText(at(index), zone)}
      readOut={(index) => (
        <ReadOut of={of} index={index} when={dayAndHourText(at(index), zone)} before={restated?.[index] ?? null} />
      )}
      rest={
        <span class="hint">
          {isLarge ? 'MW' : 'GW, by hour'}
          {isLarge && <span class="on-screen">. Point at the chart, or use the arrow keys.</span>}
        </span>
      }
      {...(onCursor && { onCursor })}
    />
  );
}

interface ReadOutProps {
  readonly of: Comparison;
  readonly index: number;
  readonly when: string;
  /** Load as it was before it was restated; null: it was not. */
  readonly before: number | null;
}

function ReadOut({ of, index, when, before }: ReadOutProps): JSX.Element {
  const { actual, forecast, operator, p10, p90 } = of;
  const given = (values: Comparison['actual']): number | null => values[index] ?? null;
  const [low, high] = [given(p10), given(p90)];
  return (
    <>
      <b>{when}</b>{' '}
      {given(forecast) !== null && (
        <span class="forecast">
          forecast {forecastMw(given(forecast))} MW
          {low !== null && high !== null && ` (${forecastMw(low)} to ${forecastMw(high)})`}
        </span>
      )}{' '}
      {given(actual) !== null && <span class="actual">measured {wholeMw(given(actual))} MW</span>}{' '}
      {before !== null && <span class="hint">revised from {wholeMw(before)} MW</span>}{' '}
      {given(operator) !== null && <span class="operator">operator {wholeMw(given(operator))} MW</span>}
    </>
  );
}
