export { UpstreamError, type UpstreamFault } from '../http/upstream-error.js';
export { type EiaApiOptions, type EiaApiSource, eiaApiSource } from './eia-api-source.js';
