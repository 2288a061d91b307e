import type { ForecastRunner } from './forecast-runner.js';

/** A runner that starts with the first forecast asked of it: processes that only serve load no models. */
export function lazyForecastRunner(start: () => Promise<ForecastRunner>): ForecastRunner {
  let running: Promise<ForecastRunner> | undefined;
  let isClosed = false;
  const runner = (): Promise<ForecastRunner> => {
    if (isClosed) return Promise.reject(new Error('the forecast runner is closed'));
    running ??= start().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
  return {
    issue: async (areaId, issuedAt) => (await runner()).issue(areaId, issuedAt),
    // One that starts later reads everything then.
    refresh: async () => (await running)?.refresh(),
    async close() {
      isClosed = true;
      await (await running?.catch(() => undefined))?.close();
    },
  };
}
