export { createMcp } from './mcp-surface.js';
