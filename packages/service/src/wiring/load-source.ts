import { type Areas, combineSources, type LoadSource, type SeriesKey } from '@loadcast/core';
import { ConfigError } from '@loadcast/observe';
import { eiaApiSource } from '@loadcast/sources/eia930-api';
import { simulatedSource } from '@loadcast/sources/simulated';
import { recordedSource } from '../recorded/recorded-source.js';
import type { ActualsOf } from './actuals-source.js';
import { wantedOf } from './wanted-series.js';

export interface LoadSourceSettings {
  readonly EIA_API_KEY?: string | undefined;
  readonly EIA_BASE_URL: string;
}

type OpenSource = (config: LoadSourceSettings, wanted: readonly SeriesKey[]) => LoadSource;

/** The source that publishes the load of areas without a row: neighbors that the models read. */
const NEIGHBOUR_SOURCE = 'eia930';

/** Sources of real load by the id that rows of the area registry name. A second one is a second line. */
const LOAD_SOURCES: Readonly<Record<string, OpenSource>> = {
  eia930(config, wanted) {
    if (config.EIA_API_KEY === undefined) throw new ConfigError('EIA_API_KEY: needed to follow the EIA API');
    return eiaApiSource({ apiKey: config.EIA_API_KEY, baseUrl: config.EIA_BASE_URL, wanted });
  },
};

/** Each source that some area names, with the series of its areas. */
export function sourcesOfAreas(areas: Areas, config: LoadSourceSettings, known = LOAD_SOURCES): LoadSource[] {
  const wanted = wantedOf(areas);
  const sourceOf = ({ series }: SeriesKey) => areas.bySeries(series)?.source ?? NEIGHBOUR_SOURCE;
  return [...new Set(wanted.map(sourceOf))].map((id) => {
    const open = known[id];
    if (!open) throw new ConfigError(`the area registry names the load source ${id}, which is not wired`);
    return open(
      config,
      wanted.filter((key) => sourceOf(key) === id),
    );
  });
}

const OPEN_SOURCE: Readonly<Record<ActualsOf, (areas: Areas, config: LoadSourceSettings) => LoadSource>> = {
  recorded: recordedSource,
  simulated: simulatedSource,
  eia: (areas, config) => combineSources(sourcesOfAreas(areas, config)),
};

/** A source that is opened again once there are other areas. */
export function openLoadSource(kind: ActualsOf, areas: () => Areas, config: LoadSourceSettings): LoadSource {
  let [seen, source] = [areas(), OPEN_SOURCE[kind](areas(), config)];
  const fetch: LoadSource['fetch'] = (...asked) => {
    if (areas() !== seen) [seen, source] = [areas(), OPEN_SOURCE[kind](areas(), config)];
    return source.fetch(...asked);
  };
  return { ...source, fetch };
}
