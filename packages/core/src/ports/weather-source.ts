import type { AreaId } from '../areas/area.js';
import type { ObservationBlock } from '../series/known-series.js';
import type { WeatherVariable } from '../series/known-weather.js';
import type { EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';

/** A run of hourly weather at one point, known together: hourly means in the variable's unit. */
export interface WeatherBlock extends ObservationBlock {
  readonly areaId: AreaId;
  /** Name of the point, unique within the area. */
  readonly point: string;
  /** Share of the area's people it stands for; any positive scale. */
  readonly weight: number;
  readonly variable: WeatherVariable;
}

export interface WeatherReport {
  readonly source: string;
  /** What the provider's license asks to be shown wherever its data is used; empty where it asks for nothing. */
  readonly attribution: string;
  readonly blocks: readonly WeatherBlock[];
}

/** A provider of weather, observed or forecast. */
export interface WeatherSource {
  /** Its name in provenance, logs and health. */
  readonly name: string;
  /**
   * What the provider says at `now` about the hours of a window: as many of them as it covers, which may be none. Every
   * value keeps its own issue time. A point may be missing from a report, an area’s only point never silently.
   *
   * @param window both ends on whole UTC hours
   * @param signal gives up at once when aborted
   * @throws an Error whose message may be logged: it holds no key and no address with one
   */
  fetch(window: Window, now: EpochMs, signal: AbortSignal): Promise<WeatherReport>;
}
