import type { Metric } from '@loadcast/observe';
import type { MetricData } from './otlp.js';

type Sdk = typeof import('./otlp.js');
type Row = readonly [labels: Readonly<Record<string, string>>, value: number, suffix?: string];

/** The nanosecond clock of the protocol: seconds, and the rest in nanoseconds. */
type HrTime = [seconds: number, nanoseconds: number];

/** Prometheus' metrics as OpenTelemetry's, cumulative since the start. A summary is two sums. */
export function metricData(sdk: Sdk, metric: Metric, startTime: HrTime, endTime: HrTime): MetricData[] {
  const rows = [...metric.rows];
  const times = { startTime, endTime };
  const { CUMULATIVE: aggregationTemporality } = sdk.AggregationTemporality;
  const described = (suffix = '') => ({
    descriptor: { name: metric.name + suffix, description: metric.help, unit: '', valueType: sdk.ValueType.DOUBLE },
    aggregationTemporality,
  });
  const points = (of: readonly Row[]) => of.map(([attributes, value]) => ({ ...times, attributes, value }));
  if (metric.type === 'histogram') {
    const dataPoints = histograms(rows).map((point) => ({ ...times, ...point }));
    return [{ ...described(), dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints } as MetricData];
  }
  if (metric.type === 'gauge')
    return [{ ...described(), dataPointType: sdk.DataPointType.GAUGE, dataPoints: points(rows) } as MetricData];
  const suffixes = [...new Set(rows.map(([, , suffix]) => suffix))];
  return suffixes.map((suffix): MetricData => {
    const dataPoints = points(rows.filter((row) => row[2] === suffix));
    return { ...described(suffix), dataPointType: sdk.DataPointType.SUM, isMonotonic: true, dataPoints } as MetricData;
  });
}

/** Rows of `_bucket` (cumulative), `_sum` and `_count`, in this order for each label set, as counts between edges. */
function histograms(rows: readonly Row[]) {
  const points: object[] = [];
  let edges: string[] = [];
  let below: number[] = [];
  let sum = 0;
  for (const [labels, value, suffix] of rows) {
    if (suffix === '_bucket') {
      edges.push(labels['le']!);
      below.push(value);
    } else if (suffix === '_sum') sum = value;
    else {
      const counts = below.map((count, i) => count - (below[i - 1] ?? 0));
      const buckets = { boundaries: edges.slice(0, -1).map(Number), counts };
      points.push({ attributes: labels, value: { buckets, sum, count: value } });
      [edges, below] = [[], []];
    }
  }
  return points;
}
