import { describeBudgets } from '@loadcast/core/testing';
import { FairQueue } from './fair-queue.js';
import { metricText } from './metrics/metric-text.js';
import { RequestMetrics } from './metrics/request-metrics.js';

const request = { surface: '/v1', status: 200, elapsedMs: 1 };

describeBudgets('observe', {
  remembered_turns: {
    open() {
      const queue = new FairQueue<boolean>();
      const ask = (account: string) => {
        queue.push(account, 1, true);
        return queue.take(() => true);
      };
      return { put: (_, text) => void ask(text), honest: () => ask('honest') === true };
    },
  },
  request_labels: {
    open() {
      const metrics = new RequestMetrics();
      let requests = 0;
      const ask = () => {
        metrics.observe({ ...request, route: '/v1/forecast' });
        requests += 1;
      };
      ask();
      return {
        put: (_, text) => metrics.observe({ ...request, route: `/${text}` }),
        honest() {
          ask();
          return metrics
            .read()
            .map(metricText)
            .join('\n')
            .includes(`loadcast_request_seconds_count{surface="/v1",route="/v1/forecast",status="2xx"} ${requests}`);
        },
      };
    },
  },
});
