import { expect, test } from 'vitest';
import { createMetrics, type Gauge } from './metrics.js';

async function linesOf(gauges: readonly Gauge[], use: (metrics: ReturnType<typeof createMetrics>) => void) {
  const metrics = createMetrics(gauges, { areaIds: ['pjm'], eventTypes: ['peak'] });
  use(metrics);
  return (await metrics.render()).split('\n').filter((line) => line.startsWith('loadcast_'));
}

test('counters add up by their labels', async () => {
  const lines = await linesOf([], ({ count }) => {
    count('loadcast_polls_total', { outcome: 'ok' });
    count('loadcast_polls_total', { outcome: 'ok' }, 2);
    count('loadcast_polls_total', { outcome: 'failed' });
  });
  expect(lines).toEqual(
    expect.arrayContaining(['loadcast_polls_total{outcome="ok"} 3', 'loadcast_polls_total{outcome="failed"} 1']),
  );
});

test('counters that alerts read exist from the start, at 0', async () => {
  const lines = await linesOf([], () => undefined);
  expect(lines).toEqual(
    expect.arrayContaining([
      'loadcast_weather_polls_total{outcome="failed"} 0',
      'loadcast_events_total{type="peak"} 0',
      'loadcast_forecasts_total{area="pjm",outcome="refused"} 0',
    ]),
  );
});

test.each([
  { elapsedMs: 1, le: '0.001', below: 1 },
  { elapsedMs: 1.1, le: '0.001', below: 0 },
  { elapsedMs: 1.1, le: '0.0025', below: 1 },
  { elapsedMs: 10_001, le: '10', below: 0 },
  { elapsedMs: 10_001, le: '+Inf', below: 1 },
])('a request of $elapsedMs ms counts $below in the bucket up to $le s', async ({ elapsedMs, le, below }) => {
  const lines = await linesOf([], ({ observeRequest }) =>
    observeRequest({ surface: '/v1', route: '/demand/latest', status: 404, elapsedMs }),
  );
  const labels = 'surface="/v1",route="/demand/latest",status="4xx"';
  expect(lines).toContain(`loadcast_request_seconds_bucket{le="${le}",${labels}} ${below}`);
  expect(lines).toContain('loadcast_requests_total{surface="/v1",status="404"} 1');
});

test('a gauge is read at every rendering, with its labels escaped', async () => {
  let value = 0;
  const gauge: Gauge = { name: 'loadcast_g', help: 'A gauge.', labels: ['a'], read: () => [[{ a: 'x"y' }, ++value]] };
  const metrics = createMetrics([gauge]);
  expect(await metrics.render()).toContain('loadcast_g{a="x\\"y"} 1\n');
  expect(await metrics.render()).toContain('loadcast_g{a="x\\"y"} 2\n');
});

// docs/faults.md: fault 121
test('routes beyond 500 label sets are one, and no request is lost', async () => {
  const lines = await linesOf([], ({ observeRequest }) => {
    for (let i = 0; i < 600; i++) observeRequest({ surface: '/v1', route: `/r/${i}`, status: 200, elapsedMs: 1 });
  });
  const counts = lines.filter((line) => line.startsWith('loadcast_request_seconds_count'));
  expect(counts).toHaveLength(501);
  expect(counts.at(-1)).toBe('loadcast_request_seconds_count{surface="other",route="other",status="2xx"} 100');
});

test('the fill of budgets is shown with what happens beyond them', async () => {
  const lines = await linesOf([], ({ observeRequest }) =>
    observeRequest({ surface: '/v1', route: '/forecast', status: 200, elapsedMs: 1 }),
  );
  expect(lines.join('\n')).toMatch(/^loadcast_budget_ratio\{budget="request_labels",beyond="refused"\} [\d.]+$/m);
});
