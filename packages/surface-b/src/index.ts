export { createCompatSurface } from './compat-surface.js';
export { accuracyAnswer, areasAnswer, loadAnswer } from './endpoints/answers.js';
export { createSingleZipSurface } from './single-zip-surface.js';
export { createSurfaceB } from './surface-b.js';
