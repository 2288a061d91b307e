export type Labels = Readonly<Record<string, string>>;

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'summary' | 'histogram';
  /** Rows of labels and value; a summary's and a histogram's have the suffix `_sum`, `_count` or `_bucket`. */
  readonly rows: Iterable<readonly [labels: Labels, value: number, suffix?: string]>;
}

/** A metric in Prometheus' text format 0.0.4. */
export function metricText({ name, help, type, rows }: Metric): string {
  const lines = [`# HELP ${name} ${helpOf(help)}`, `# TYPE ${name} ${type}`];
  for (const [labels, value, suffix = ''] of rows)
    lines.push(`${name}${suffix}${labelText(labels)} ${valueText(value)}`);
  return `${lines.join('\n')}\n`;
}

/** Labels in braces; nothing where there are none. */
export function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** A label's value between its quotes. */
export function escaped(value: string): string {
  return helpOf(value).replaceAll('"', '\\"');
}

const helpOf = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function valueText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : '+'}Inf`;
}
