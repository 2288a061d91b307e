import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { serveWorld } from '../served-world.js';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
}

/** Takes what a collector of OpenTelemetry is sent: path and body. */
async function openCollector(): Promise<{ url: string; server: Server; sent: [string, string][] }> {
  const sent: [string, string][] = [];
  const server = createServer(async (request, response) => {
    sent.push([request.url!, await text(request)]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, sent };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('a collector gets a span of each request under the caller’s trace, and every metric of /metrics', async () => {
  const collector = await openCollector();
  const world = await serveWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
  onTestFinished(() => world.remove());
  const key = await world.keyOf({ a: 'free' });
  const headers = { authorization: `Bearer ${key}`, traceparent: `00-${TRACE}-${PARENT}-01` };
  const answered = await fetch(`${world.url}/v1/demand/latest?region=PJM`, { headers });
  expect(answered.status).toBe(200);
  expect((await fetch(`${world.url}/v1/demand/latest`)).status).toBe(401);
  const metricsText = await (await fetch(`${world.gateway.adminUrl}/metrics`)).text();
  await world.stop();
  const bodies = (path: string) => collector.sent.filter(([at]) => at === path).map(([, body]) => JSON.parse(body));
  const spans = bodies('/v1/traces').flatMap((body): Span[] => body.resourceSpans[0].scopeSpans[0].spans);
  const attribute = (span: Span, name: string) => span.attributes.find(({ key }) => key === name)?.value;
  const traced = spans.find(({ traceId }) => traceId === TRACE)!;
  expect(traced).toMatchObject({ name: 'GET /v1/demand/latest', parentSpanId: PARENT });
  expect(attribute(traced, 'http.response.status_code')).toEqual({ intValue: 200 });
  expect(attribute(traced, 'loadcast.request_id')).toEqual({ stringValue: answered.headers.get('x-request-id') });
  const refused = spans.find((span) => attribute(span, 'error.type')?.stringValue === 'unauthorized')!;
  expect(refused.parentSpanId ?? '').toBe('');
  expect(JSON.stringify(collector.sent)).not.toContain(key);
  const exported = bodies('/v1/metrics').flatMap((body) => body.resourceMetrics[0].scopeMetrics[0].metrics);
  const names = exported.map(({ name }: { name: string }) => name.replace(/^(nodejs_gc\w+)_(sum|count)$/, '$1'));
  const rendered = [...metricsText.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  expect([...new Set(names)].sort()).toEqual(rendered.sort());
  expect(world.log.find((line) => line.includes(TRACE))).toContain(`"traceId":"${TRACE}"`);
});

/** Another service, and the `traceparent` of each call to it. */
async function openUpstream(): Promise<{ url: string; called: (string | undefined)[] }> {
  const called: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    called.push(request.headers['traceparent'] as string | undefined);
    response.end('');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, called };
}

test.each([
  {
    name: 'sampled',
    traceparent: `00-${TRACE}-${PARENT}-01`,
    told: new RegExp(`^00-${TRACE}-(?!${PARENT})([0-9a-f]{16})-01$`),
  },
  {
    name: 'not sampled',
    traceparent: `00-${TRACE}-${PARENT}-00`,
    told: new RegExp(`^00-${TRACE}-(?!${PARENT})([0-9a-f]{16})-00$`),
  },
  { name: 'malformed', traceparent: `00-${TRACE}-${'0'.repeat(16)}-01`, told: undefined },
  { name: 'absent', traceparent: undefined, told: undefined },
])('a trace that is $name goes on, if at all, in the calls that answer a request, below its span', async (row) => {
  const [collector, upstream] = [await openCollector(), await openUpstream()];
  const world = await serveWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    BREACHED_PASSWORDS_URL: upstream.url,
    SIGN_UP: 'open',
  });
  onTestFinished(() => world.remove());
  const { traceparent, told } = row;
  const headers = { 'content-type': 'application/json', ...(traceparent && { traceparent }) };
  // The first calls are given up where a busy machine loads the library of requests for longer than a caller may wait.
  for (let n = 0; upstream.called.length === 0; n += 1) {
    const body = JSON.stringify({ email: `ann${n}@example.org`, password: 'four words that are long' });
    const answered = await fetch(`${world.url}/account/sign-up`, { method: 'POST', headers, body });
    expect(answered.status).toBeLessThan(300);
  }
  await world.stop();
  expect(upstream.called).toEqual([told ? expect.stringMatching(told) : undefined]);
  const line = world.log.findLast((text) => text.includes('"route":"/account/sign-up"'))!;
  if (!told) return expect(line).not.toContain('spanId');
  const [, spanId] = told.exec(upstream.called[0]!)!;
  expect(JSON.parse(line)).toMatchObject({ traceId: TRACE, spanId });
  if (row.name !== 'sampled') return;
  const sent = collector.sent.filter(([path]) => path === '/v1/traces').map(([, text]) => JSON.parse(text));
  const spans = sent.flatMap((each): Span[] => each.resourceSpans[0].scopeSpans[0].spans);
  expect(spans.findLast((span) => span.traceId === TRACE)).toMatchObject({ spanId, parentSpanId: PARENT });
});

test('latencies are exported as they were observed', async () => {
  const collector = await openCollector();
  const world = await serveWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  onTestFinished(() => world.remove());
  for (let n = 0; n < 3; n += 1) await fetch(`${world.url}/v1/health`);
  await world.stop();
  const body = JSON.parse(collector.sent.find(([path]) => path === '/v1/metrics')![1]);
  const { histogram } = body.resourceMetrics[0].scopeMetrics[0].metrics.find(
    ({ name }: { name: string }) => name === 'loadcast_request_seconds',
  );
  const point = histogram.dataPoints.find(({ attributes }: { attributes: Attribute[] }) =>
    attributes.some(({ value }) => value.stringValue === '/v1/health'),
  );
  expect(point.count).toBe(3);
  expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
  expect(point.bucketCounts.reduce((sum: number, count: number) => sum + count)).toBe(3);
});

test('a collector that is gone is said in the log, and a stop does not wait for it', async () => {
  const collector = await openCollector();
  collector.server.close();
  await once(collector.server, 'close');
  const world = await serveWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  onTestFinished(() => world.remove());
  expect((await fetch(`${world.url}/v1/health`)).status).toBe(200);
  await world.stop();
  await expect.poll(() => world.log.some((line) => line.includes('OpenTelemetry'))).toBe(true);
});
