export { createSurfaceA, type SurfaceADeps } from './surface-a.js';
