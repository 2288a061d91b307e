export { createSurfaceC } from './surface-c.js';
