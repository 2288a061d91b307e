import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import type { Labels, Metric } from './metric-text.js';

/** Upper edges of the latency histogram, seconds. */
const EDGES_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Surface and route of the latencies of all other combinations. */
const OTHER = 'other';

export interface ObservedRequest {
  /** Prefix of the mount, or `none`. */
  readonly surface: string;
  /** The path of the route, or `none`: never a caller's text. */
  readonly route: string;
  readonly status: number;
  readonly elapsedMs: number;
}

/** The requests of one route that got one class of status. */
interface Latencies {
  readonly labels: Labels;
  /** One count per edge, and one beyond the last; not cumulative. */
  readonly counts: Float64Array;
  sumS: number;
}

interface SurfaceRequests {
  readonly byStatus: Map<number, number>;
  readonly latencies: Map<string, Latencies[]>;
}

/** Counts and latencies of requests: counters of their own, whose labels are not joined at every observation. */
export class RequestMetrics {
  readonly #surfaces = new Map<string, SurfaceRequests>();
  #labelSets = 0;

  constructor() {
    watchBudget('request_labels', this, (metrics) => metrics.#labelSets);
  }

  observe({ surface, route, status, elapsedMs }: ObservedRequest): void {
    const { byStatus } = this.#of(surface);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const latencies = this.#latenciesOf(surface, route, Math.floor(status / 100));
    latencies.counts[bucketOf(elapsedMs / 1000)]! += 1;
    latencies.sumS += elapsedMs / 1000;
  }

  read(): readonly Metric[] {
    const surfaces = [...this.#surfaces];
    return [
      {
        name: 'loadcast_requests_total',
        help: 'Requests by surface and status.',
        type: 'counter',
        rows: surfaces.flatMap(([surface, { byStatus }]) =>
          [...byStatus].map(([status, count]) => [{ surface, status: `${status}` }, count] as const),
        ),
      },
      {
        name: 'loadcast_request_seconds',
        help: 'Time from request to the end of the answer.',
        type: 'histogram',
        rows: surfaces.flatMap(([, { latencies }]) => [...latencies.values()].flatMap((rows) => rows.flatMap(rowsOf))),
      },
    ];
  }

  #of(surface: string): SurfaceRequests {
    const known = this.#surfaces.get(surface);
    if (known) return known;
    const requests = { byStatus: new Map<number, number>(), latencies: new Map<string, Latencies[]>() };
    this.#surfaces.set(surface, requests);
    return requests;
  }

  #latenciesOf(surface: string, route: string, digit: number): Latencies {
    const { latencies } = this.#of(surface);
    const ofRoute = latencies.get(route) ?? [];
    const known = ofRoute[digit];
    if (known) return known;
    if (this.#labelSets >= BUDGETS.request_labels.bound && route !== OTHER)
      return this.#latenciesOf(OTHER, OTHER, digit);
    if (route !== OTHER) this.#labelSets++;
    latencies.set(route, ofRoute);
    ofRoute[digit] = {
      labels: { surface, route, status: `${digit}xx` },
      counts: new Float64Array(EDGES_S.length + 1),
      sumS: 0,
    };
    return ofRoute[digit];
  }
}

function bucketOf(seconds: number): number {
  for (let i = 0; i < EDGES_S.length; i++) if (seconds <= EDGES_S[i]!) return i;
  return EDGES_S.length;
}

function rowsOf({ labels, counts, sumS }: Latencies): (readonly [Labels, number, string])[] {
  let below = 0;
  const buckets = [...EDGES_S, '+Inf'].map((edge, i) => {
    below += counts[i]!;
    return [{ le: `${edge}`, ...labels }, below, '_bucket'] as const;
  });
  return [...buckets, [labels, sumS, '_sum'], [labels, below, '_count']];
}
