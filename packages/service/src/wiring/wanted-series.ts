import { AREAS, wantedSeries } from '@loadcast/core';
import { MODEL_SERIES } from '@loadcast/core/forecast';

/**
 * What this program keeps of a load source: the areas' own series and what any registered model reads, so that a
 * change of FORECASTER finds its history in the store.
 */
export const WANTED_SERIES = wantedSeries(AREAS, MODEL_SERIES);
