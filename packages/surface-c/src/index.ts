export { demandAnswer } from './demand.js';
export { historicalAnswer } from './historical.js';
export { createSurfaceC } from './surface-c.js';
export { tacAreasAnswer } from './tac-areas.js';
