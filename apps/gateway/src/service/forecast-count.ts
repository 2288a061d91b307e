import { AREAS } from '@loadcast/core';
import type { Runtime } from './runtime.js';

/** How many areas have a forecast: 0 until it is first counted. */
export class ForecastCount {
  private readonly runtime: Pick<Runtime, 'vintages' | 'clock' | 'store'>;
  areas = 0;

  constructor(runtime: Pick<Runtime, 'vintages' | 'clock' | 'store'>) {
    this.runtime = runtime;
  }

  get isComplete(): boolean {
    return this.areas >= AREAS.length;
  }

  async recount(): Promise<void> {
    const { vintages, clock } = this.runtime;
    const counts = await Promise.all(AREAS.map(({ id }) => vintages.count(id, clock.now())));
    this.areas = counts.filter((count) => count > 0).length;
  }

  /** Recounts with every vintage of any process until it is complete. @returns what ends it */
  follow(): () => void {
    return this.runtime.store.onVintage(() => {
      if (!this.isComplete) void this.recount().catch(() => undefined);
    });
  }
}
