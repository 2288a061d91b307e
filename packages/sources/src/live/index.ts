export type { LiveCheck, LiveReport } from './assumption.js';
export { checkEia, type LiveEiaOptions } from './eia.js';
export type { Exchange } from './exchange.js';
export { checkFeed, type LiveFeedOptions } from './feeds.js';
export { checkNws, type LiveNwsOptions } from './nws.js';
export { checkOpenMeteo, type LiveOpenMeteoOptions } from './open-meteo.js';
