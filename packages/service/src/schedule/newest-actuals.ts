import { type ActualsStore, type Area, type AreaId, type Areas, type EpochMs, floorToHour } from '@loadcast/core';
import { newestHour, versionKnownAt } from '@loadcast/core/series';
import { turns } from '@loadcast/observe';

/** The known state of an area's newest load; undefined where nothing is known. */
export interface NewestLoadKnown {
  /** Start of the newest reported hour. */
  readonly reported?: EpochMs | undefined;
  /** When the newest hour of the operator's own feed came. */
  readonly feedCameAt?: EpochMs | undefined;
}

export type NewestByArea = ReadonlyMap<AreaId, NewestLoadKnown>;

interface NewestActualsDeps {
  areas(): Areas;
  readonly actuals: Pick<ActualsStore, 'read'>;
}

/**
 * The newest known hours, cached until `forget`. A replay's clock reveals hours that the store already holds, so they
 * are also read again when the clock enters another hour.
 */
export class NewestActuals {
  private readonly deps: NewestActualsDeps;
  private cached: { readonly hour: EpochMs; readonly areas: Areas; readonly byArea: NewestByArea } | undefined;

  constructor(deps: NewestActualsDeps) {
    this.deps = deps;
  }

  async read(now: EpochMs): Promise<NewestByArea> {
    const hour = floorToHour(now);
    const { actuals } = this.deps;
    const areas = this.deps.areas();
    if (this.cached?.hour === hour && this.cached.areas === areas) return this.cached.byArea;
    const readArea = async ({ id, series }: Area): Promise<[AreaId, NewestLoadKnown]> => {
      const feed = await actuals.read({ series, measure: 'newest_load' });
      const newest = newestHour(feed, now);
      const reported = newestHour(await actuals.read({ series, measure: 'demand' }), now);
      return [id, { reported, feedCameAt: newest && versionKnownAt(feed, newest, now)?.knownAtMs }];
    };
    const inTurn = turns();
    const rows = await Promise.all(areas.list.map((area) => inTurn(() => readArea(area))));
    this.cached = { hour, areas, byArea: new Map(rows) };
    return this.cached.byArea;
  }

  forget(): void {
    this.cached = undefined;
  }
}
