export type { LiveReport } from './assumption.js';
export { checkEia } from './eia.js';
export { checkFeed } from './feeds.js';
export { checkNws } from './nws.js';
export { checkOpenMeteo } from './open-meteo.js';
