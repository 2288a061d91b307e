import { type Areas, FORECASTERS, type SeriesKey, wantedSeries } from '@loadcast/core';
import { seriesReadBy } from '@loadcast/core/forecast';

/**
 * What this program keeps of a load source: the areas' own series and what any registered model reads, so that a
 * change of FORECASTER finds its history in the store.
 */
export const wantedOf = ({ list }: Areas): readonly SeriesKey[] =>
  wantedSeries(list, seriesReadBy(FORECASTERS.values(), list));
