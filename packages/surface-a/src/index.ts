export {
  accuracyAnswer,
  forecastAnswer,
  healthAnswer,
  historyAnswer,
  latestAnswer,
  regionsAnswer,
} from './endpoints/answers.js';
export { createSurfaceA, type SurfaceADeps } from './surface-a.js';
