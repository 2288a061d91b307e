import { json, type Prepared, type Surface } from '@loadcast/formats';

/** Whether requests can be served; else what is missing. */
export interface Readiness {
  readonly ready: boolean;
  readonly missing: readonly string[];
  /** What is wrong although requests are served: monitors, each with its area where it has one. */
  readonly degraded: readonly string[];
}

/** `/livez` (the loop turns) and `/readyz` (send traffic here): for load balancers, without key, quota or cache. */
export function createProbes(readiness: () => Readiness): Surface {
  const replies = new Map([
    ['/livez', () => json(200, { status: 'ok' }, NO_STORE)],
    [
      '/readyz',
      () => {
        const { ready, missing } = readiness();
        return json(ready ? 200 : 503, { status: ready ? 'ok' : 'not_ready', missing }, NO_STORE); // no findings: it is public
      },
    ],
  ]);
  return {
    id: 'a',
    route({ fullPath }) {
      const reply = replies.get(fullPath);
      return reply && { access: 'public', prepare: (): Prepared => ({ regions: [], free: true, reply }) };
    },
    dialect: () => 'json',
  };
}

const NO_STORE = { 'cache-control': 'no-store' };
