import { describeBudgets } from '../budgets/testing/describe-budgets.js';
import { memoryAttemptCounters } from './memory-attempt-counters.js';

describeBudgets('core', {
  attempts: {
    async open() {
      const counters = memoryAttemptCounters();
      for (let attempt = 0; attempt < 3; attempt++) await counters.add('owner', 60_000, 0);
      return {
        put: async (_, text) => void (await counters.add(text, 60_000, 0)),
        honest: async () => (await counters.read('owner', 0))?.count === 3,
      };
    },
  },
});
