import type { ForecastRunner } from './forecast-runner.js';

/** A runner that starts with the first forecast asked of it, or before. */
export interface LazyForecastRunner extends ForecastRunner {
  /** Starts it, where its process forecasts for certain: one that only serves loads no models. */
  start(): Promise<void>;
}

export function lazyForecastRunner(start: () => Promise<ForecastRunner>): LazyForecastRunner {
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
    async start() {
      await runner();
    },
    issue: async (areaId, issuedAt) => (await runner()).issue(areaId, issuedAt),
    // One that starts later reads everything then.
    refresh: async () => (await running)?.refresh(),
    async close() {
      isClosed = true;
      await (await running?.catch(() => undefined))?.close();
    },
  };
}
