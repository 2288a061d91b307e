import { describeActualsStore } from '../testing/describe-actuals-store.js';
import { memoryActualsStore } from './memory-actuals-store.js';

describeActualsStore('memory', () => memoryActualsStore());
