import { describeControlStore } from '../testing/account-control-store.js';
import { memoryControlStore } from './account-control-store.js';

describeControlStore('memory', async () => ({ store: memoryControlStore(), close: async () => {} }));
