export { createCompatSurface } from './compat-surface.js';
export { createSingleZipSurface } from './single-zip-surface.js';
export { createSurfaceB } from './surface-b.js';
