export { eiaApiSource } from './eia-api-source.js';
