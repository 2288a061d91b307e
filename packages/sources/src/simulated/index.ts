export { PUBLICATION_LAG_MS } from './publication.js';
export { DEFAULT_SEED, type SimulatedOptions, simulatedBatch } from './simulated-batch.js';
export { simulatedSource } from './simulated-source.js';
