/** Upper edges of the latency histogram, seconds. */
const EDGES_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A number that is read when metrics are asked for. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** Rows of labels and value. */
  read(): Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;
}

/** Counts of requests by surface and status, their latency, and gauges: in Prometheus' text format. */
export interface Metrics {
  observeRequest(surface: string, status: number, elapsedMs: number): void;
  /** Adds to a counter. */
  count(name: CounterName, labels: Readonly<Record<string, string>>, by?: number): void;
  render(): string;
}

const COUNTERS = {
  loadcast_requests_total: 'Requests by surface and status.',
  loadcast_polls_total: 'Polls of the source by outcome.',
  loadcast_weather_polls_total: 'Polls of the weather by outcome.',
  loadcast_learnt_hours_total: 'Hours of load and operator forecasts that polls brought, new and restated.',
  loadcast_forecasts_total: 'Forecasts issued by area and outcome.',
} as const satisfies Readonly<Record<string, string>>;

export type CounterName = keyof typeof COUNTERS;

export function createMetrics(gauges: readonly Gauge[]): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const buckets = new Float64Array(EDGES_S.length + 1);
  let elapsedSumS = 0;
  let observed = 0;

  function count(name: CounterName, labels: Readonly<Record<string, string>>, by = 1): void {
    const rows = counters.get(name) ?? new Map<string, number>();
    const key = labelText(labels);
    rows.set(key, (rows.get(key) ?? 0) + by);
    counters.set(name, rows);
  }

  return {
    count,
    observeRequest(surface, status, elapsedMs) {
      count('loadcast_requests_total', { surface, status: String(status) });
      const seconds = elapsedMs / 1000;
      const bucket = EDGES_S.findIndex((edge) => seconds <= edge);
      buckets[bucket < 0 ? EDGES_S.length : bucket]! += 1;
      elapsedSumS += seconds;
      observed += 1;
    },
    render() {
      const lines: string[] = [];
      for (const [name, help] of Object.entries(COUNTERS)) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`);
        for (const [labels, value] of counters.get(name) ?? []) lines.push(`${name}${labels} ${value}`);
      }
      const name = 'loadcast_request_seconds';
      lines.push(`# HELP ${name} Time from request to the end of the answer.`, `# TYPE ${name} histogram`);
      let below = 0;
      EDGES_S.forEach((edge, i) => {
        below += buckets[i]!;
        lines.push(`${name}_bucket{le="${edge}"} ${below}`);
      });
      lines.push(`${name}_bucket{le="+Inf"} ${observed}`, `${name}_sum ${elapsedSumS}`, `${name}_count ${observed}`);
      for (const gauge of gauges) {
        lines.push(`# HELP ${gauge.name} ${gauge.help}`, `# TYPE ${gauge.name} gauge`);
        for (const [labels, value] of gauge.read()) lines.push(`${gauge.name}${labelText(labels)} ${value}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
