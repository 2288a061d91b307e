export { createCompatSurface } from './compat-surface.js';
export { createSurfaceB } from './surface-b.js';
