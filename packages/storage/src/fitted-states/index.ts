export { openFittedStates } from './fitted-states.js';
