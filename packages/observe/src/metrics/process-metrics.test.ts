import { expect, test } from 'vitest';
import { labelText, metricText } from './metric-text.js';
import { createProcessMetrics } from './process-metrics.js';

test.each([
  { labels: {}, text: '' },
  { labels: { a: 'b', c: 'd' }, text: '{a="b",c="d"}' },
  { labels: { a: 'back\\slash "quoted"\nline' }, text: '{a="back\\\\slash \\"quoted\\"\\nline"}' },
])('labels are written as $text', ({ labels, text }) => expect(labelText(labels)).toBe(text));

test.each([
  { value: 0.1, text: '0.1' },
  { value: 1e21, text: '1e+21' },
  { value: Infinity, text: '+Inf' },
  { value: -Infinity, text: '-Inf' },
  { value: Number.NaN, text: 'NaN' },
])('$value is written as $text', ({ value, text }) => {
  expect(metricText({ name: 'm', help: 'a\nb', type: 'gauge', rows: [[{}, value]] })).toBe(
    `# HELP m a\\nb\n# TYPE m gauge\nm ${text}\n`,
  );
});

const metrics = createProcessMetrics();
const numberOf = (name: string): number => [...metrics.read().find((metric) => metric.name === name)!.rows][0]![1];

test('CPU time grows, and is the sum of both', () => {
  const before = numberOf('process_cpu_user_seconds_total');
  for (let i = 0, sum = 0; numberOf('process_cpu_user_seconds_total') <= before; i++) sum += Math.sqrt(i + sum);
  const [user, system] = ['user', 'system'].map((kind) => numberOf(`process_cpu_${kind}_seconds_total`));
  expect(numberOf('process_cpu_seconds_total')).toBeGreaterThanOrEqual(user! + system!);
});

test('memory is that of this process', () => {
  expect(numberOf('process_resident_memory_bytes') / process.memoryUsage().rss).toBeCloseTo(1, 0);
  expect(numberOf('nodejs_heap_size_used_bytes')).toBeLessThan(numberOf('nodejs_heap_size_limit_bytes'));
});

test.runIf(process.platform === 'linux')('open files are fewer than may be open', () => {
  expect(numberOf('process_open_fds')).toBeGreaterThan(2);
  expect(numberOf('process_open_fds')).toBeLessThan(numberOf('process_max_fds'));
});

test('the start is in the past, within the uptime of the process', () => {
  const now = Date.now() / 1e3;
  expect(Math.abs(now - process.uptime() - numberOf('process_start_time_seconds'))).toBeLessThan(5);
});

test('collections are counted with the time that they took', async () => {
  const countOf = () =>
    [...metrics.read().find(({ name }) => name === 'nodejs_gc_duration_seconds')!.rows]
      .filter(([, , suffix]) => suffix === '_count')
      .reduce((sum, [, count]) => sum + count, 0);
  const before = countOf();
  while (countOf() === before) {
    Array.from({ length: 100_000 }, (_, i) => ({ i }));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(countOf()).toBeGreaterThan(before);
});
