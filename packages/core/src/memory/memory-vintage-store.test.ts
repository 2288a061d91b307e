import { describeVintageStore } from '../testing/describe-vintage-store.js';
import { memoryVintageStore } from './memory-vintage-store.js';

describeVintageStore('memory', () => memoryVintageStore());
