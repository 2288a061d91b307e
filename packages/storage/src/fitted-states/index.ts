export { FITTED_FOLDER, type FittedStatesOptions, openFittedStates } from './fitted-states.js';
