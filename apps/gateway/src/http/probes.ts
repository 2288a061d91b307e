import { json, type Prepared, type Surface } from '@loadcast/formats';

/** Whether requests can be served, and what is missing otherwise. */
export interface Readiness {
  readonly ready: boolean;
  readonly missing: readonly string[];
  /** Findings of the monitors while requests are served, each with its area where it has one. */
  readonly degraded: readonly string[];
}

/** What a probe answers. */
export interface Probe {
  readonly status: number;
  readonly body: object;
}

/**
 * `/livez`: the process answers. `/readyz`: it can serve requests.
 *
 * @param showsFindings whether `/readyz` lists what the monitors found: for the operator, not for the public
 */
export function probesOf(
  readiness: () => Readiness,
  { showsFindings }: { readonly showsFindings: boolean },
): ReadonlyMap<string, () => Probe> {
  return new Map([
    ['/livez', () => ({ status: 200, body: { status: 'ok' } })],
    [
      '/readyz',
      () => {
        const { ready, missing, degraded } = readiness();
        const body = { status: ready ? 'ok' : 'not_ready', missing, ...(showsFindings ? { degraded } : {}) };
        return { status: ready ? 200 : 503, body };
      },
    ],
  ]);
}

/** The probes for load balancers: without key, quota or cache. */
export function createProbes(readiness: () => Readiness): Surface {
  const probes = probesOf(readiness, { showsFindings: false });
  return {
    id: 'a',
    route({ fullPath }) {
      const probe = probes.get(fullPath);
      if (!probe) return undefined;
      const reply = () => {
        const { status, body } = probe();
        return json(status, body, { 'cache-control': 'no-store' });
      };
      return { access: 'public', parameters: [], prepare: (): Prepared => ({ regions: [], free: true, reply }) };
    },
    dialect: () => 'json',
  };
}
