import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import { describeStoredScores } from './testing/describe-stored-scores.js';

describeStoredScores('memory', () => ({ actuals: memoryActualsStore(), vintages: memoryVintageStore() }), {
  /** `SCORE_WORLDS=50` is the long run. */
  worlds: Number(process.env['SCORE_WORLDS'] ?? 3),
  steps: 30,
});
