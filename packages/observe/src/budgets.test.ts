import { describeBudgets } from '@loadcast/core/testing';
import { metricText } from './metrics/metric-text.js';
import { RequestMetrics } from './metrics/request-metrics.js';

const request = { surface: '/v1', status: 200, elapsedMs: 1 };

describeBudgets('observe', {
  request_labels: {
    open() {
      const metrics = new RequestMetrics();
      metrics.observe({ ...request, route: '/v1/forecast' });
      return {
        put: (index) => metrics.observe({ ...request, route: `/${index}` }),
        honest() {
          metrics.observe({ ...request, route: '/v1/forecast' });
          return metrics
            .read()
            .map(metricText)
            .join('\n')
            .includes('loadcast_request_seconds_count{surface="/v1",route="/v1/forecast",status="2xx"} 2');
        },
      };
    },
  },
});
