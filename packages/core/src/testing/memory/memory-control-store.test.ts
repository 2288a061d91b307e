import { describeControlStore } from '../account-control-store.js';
import { memoryControlStore } from './memory-control-store.js';

describeControlStore('memory', async () => ({ store: memoryControlStore(), close: async () => {} }));
