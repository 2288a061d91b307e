export { openHttpAgent } from './http-agent.js';
