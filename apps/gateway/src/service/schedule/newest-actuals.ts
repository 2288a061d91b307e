import { type ActualsStore, AREAS, type AreaId, type EpochMs, floorToHour } from '@loadcast/core';
import { newestHour } from '@loadcast/core/series';

/** Start of the newest known actual hour of each area; undefined where none is known. */
export type NewestStarts = ReadonlyMap<AreaId, EpochMs | undefined>;

/**
 * The newest actual hours, cached until `forget`. A replay's clock reveals hours that the store already holds, so they
 * are also read again when the clock enters another hour.
 */
export class NewestActuals {
  private readonly actuals: Pick<ActualsStore, 'read'>;
  private cached: { readonly hour: EpochMs; readonly starts: NewestStarts } | undefined;

  constructor(actuals: Pick<ActualsStore, 'read'>) {
    this.actuals = actuals;
  }

  async read(now: EpochMs): Promise<NewestStarts> {
    const hour = floorToHour(now);
    if (this.cached?.hour === hour) return this.cached.starts;
    const rows = await Promise.all(
      AREAS.map(async ({ id, series }): Promise<[AreaId, EpochMs | undefined]> => {
        return [id, newestHour(await this.actuals.read({ series, measure: 'demand' }), now)];
      }),
    );
    this.cached = { hour, starts: new Map(rows) };
    return this.cached.starts;
  }

  forget(): void {
    this.cached = undefined;
  }
}
