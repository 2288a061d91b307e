import { readdirSync, readFileSync } from 'node:fs';
import { PerformanceObserver, constants as perfConstants, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metric } from './metric-text.js';

const GC_KINDS: Readonly<Record<number, string>> = {
  [perfConstants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [perfConstants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [perfConstants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [perfConstants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

/** CPU, memory, open files and collections of this process, under the names that Prometheus' clients give them. */
export function createProcessMetrics(): { read(): readonly Metric[] } {
  const collections = new Map(Object.values(GC_KINDS).map((kind) => [kind, { count: 0, seconds: 0 }]));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const known = collections.get(gcKindOf(entry) ?? '');
      if (known) Object.assign(known, { count: known.count + 1, seconds: known.seconds + entry.duration / 1e3 });
    }
  }).observe({ entryTypes: ['gc'] });
  return {
    read: () => [
      ...numbers(),
      {
        name: 'nodejs_version_info',
        help: 'Version of Node.',
        type: 'gauge',
        rows: [[{ version: process.version }, 1]],
      },
      {
        name: 'nodejs_gc_duration_seconds',
        help: 'Time of garbage collections by kind.',
        type: 'summary',
        rows: [...collections].flatMap(([kind, { count, seconds }]) => [
          [{ kind }, seconds, '_sum'] as const,
          [{ kind }, count, '_count'] as const,
        ]),
      },
    ],
  };
}

/** The types of Node have no `detail`. */
function gcKindOf(entry: object): string | undefined {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  const isObject = typeof detail === 'object' && detail !== null;
  return isObject && 'kind' in detail && typeof detail.kind === 'number' ? GC_KINDS[detail.kind] : undefined;
}

function numbers(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage();
  const heap = getHeapStatistics();
  const metricOf =
    (type: 'counter' | 'gauge') =>
    (name: string, help: string, value: number | undefined): Metric => ({ name, help, type, rows: rowsOf(value) });
  const [counter, gauge] = [metricOf('counter'), metricOf('gauge')];
  return [
    counter('process_cpu_user_seconds_total', 'CPU time of the program.', user / 1e6),
    counter('process_cpu_system_seconds_total', 'CPU time of the system for the program.', system / 1e6),
    counter('process_cpu_seconds_total', 'CPU time, both.', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'Start, in seconds since 1970.', Math.round(performance.timeOrigin / 1e3)),
    gauge('process_resident_memory_bytes', 'Memory in RAM.', memory.rss),
    gauge('process_open_fds', 'Open files and sockets.', openFiles()),
    gauge('process_max_fds', 'How many files and sockets may be open.', mostOpenFiles()),
    gauge('nodejs_heap_size_total_bytes', 'Heap of the main thread, taken from the system.', memory.heapTotal),
    gauge('nodejs_heap_size_used_bytes', 'Heap of the main thread, in use.', memory.heapUsed),
    gauge('nodejs_heap_size_limit_bytes', 'How large the heap of the main thread may become.', heap.heap_size_limit),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', memory.external),
  ];
}

/** @param value undefined where the system does not say */
const rowsOf = (value: number | undefined): Metric['rows'] => (value === undefined ? [] : [[{}, value]]);

/** Only Linux reports it. */
function openFiles(): number | undefined {
  return orUndefined(() => readdirSync('/proc/self/fd').length);
}

function mostOpenFiles(): number | undefined {
  const limit = orUndefined(() => /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  return limit === undefined ? undefined : Number(limit);
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
