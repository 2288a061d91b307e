export { operatorForecastKnown, PUBLICATION_LAG_MS } from './publication.js';
export { simulatedBatch } from './simulated-batch.js';
export { simulatedSource } from './simulated-source.js';
