import type { Endpoints } from './endpoints.generated.js';

export type Path = keyof Endpoints;
export type Query<P extends Path> = Endpoints[P]['query'];
export type Answer<P extends Path> = Endpoints[P]['answer'];

/** One interval, named by its start. Load in MW; p10, p90 and quantiles by plan. */
export type ForecastPoint = Answer<'/v1/demand/forecast'>['data'][number];
/** A measured hour, named by its start. Hours without a believable value are absent. */
export type ActualPoint = Answer<'/v1/demand/history'>['data'][number];
/** How far forecasts were off. */
export type Metrics = Answer<'/v1/demand/accuracy'>['data']['metrics'];
