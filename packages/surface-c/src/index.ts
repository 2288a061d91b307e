export { demandAnswer, historicalAnswer, tacAreasAnswer } from './endpoints/answers.js';
export { createSurfaceC } from './surface-c.js';
