import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@loadcast/observe';
import { type Monitor, monitorGauges } from '@loadcast/service';
import { expect, onTestFinished, test } from 'vitest';
import { eventGauges } from '../../../../packages/service/src/events/open-events.js';
import { configSchema } from '../config.js';
import { connectionGauges } from './connection-gauges.js';
import { workloadGauges } from './workload/open-workload.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

const silent: Monitor = {
  observer: { polled() {}, leading() {} },
  weatherPolled() {},
  latest: () => undefined,
  lastPoll: () => undefined,
  isLeading: () => false,
  findings: () => [],
  look: async () => {},
  start() {},
  stop() {},
};

/** Names as /metrics renders them; a histogram's by its parts. */
async function renderedNames(): Promise<Set<string>> {
  const gauges = monitorGauges({
    monitor: silent,
    isReady: () => true,
    now: () => 0,
    inStepAt: () => 0,
    backedUpAt: () => 0,
    queueState: () => undefined,
    replicaReads: () => ({}),
  });
  const connections = connectionGauges(() => ({ open: 0, dropped: 0 }));
  const heavy = workloadGauges({ waiting: 0, running: 0, heldBytes: 0 }, { ms: 0 });
  const streams = eventGauges(
    () => 0,
    () => 0,
  );
  const text = await createMetrics([...gauges, ...connections, ...heavy, ...streams]).render();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const named = (text: string) => new Set([...text.matchAll(/\b(?:loadcast|process)_[a-z_]+\b/g)].map(([name]) => name));
const expressionsOf = (alerts: string) =>
  [...alerts.matchAll(/^ +expr: (?:\|\n)?([\s\S]*?)\n +(?:for|labels):/gm)].map(([, expression = '']) => expression);

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

test('every metric of the dashboard and of the alerts is one that /metrics renders', async () => {
  const rendered = await renderedNames();
  const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as Dashboard;
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...expressionsOf(read('deploy/alerts.yaml')),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  for (const expression of expressions) {
    for (const name of named(expression)) expect(rendered, expression).toContain(name);
  }
});

test('the dashboard asks the Prometheus that its reader chooses, first the one of the compose file', () => {
  const text = read('deploy/grafana/dashboard.json');
  const uids = new Set([...text.matchAll(/"type": "prometheus",\n\s*"uid": "([^"]*)"/g)].map(([, uid]) => uid));
  expect([...uids].join()).toMatch(/^\$\{datasource\}$/);
  const { templating } = JSON.parse(text) as {
    templating: { list: { name: string; type: string; current: { value: string } }[] };
  };
  expect(templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
  expect(read('deploy/grafana/datasource.yaml')).toContain(`uid: ${templating.list[0]!.current.value}\n`);
});

test.each([
  { env: {}, asked: 'http://127.0.0.1:9090/readyz' },
  { env: { ADMIN_PORT: '9191' }, asked: 'http://127.0.0.1:9191/readyz' },
  { env: { ADMIN_HOST: '0.0.0.0' }, asked: 'http://127.0.0.1:9090/readyz' },
  { env: { ADMIN_HOST: '::' }, asked: 'http://127.0.0.1:9090/readyz' },
  { env: { ADMIN_HOST: '10.0.0.7' }, asked: 'http://10.0.0.7:9090/readyz' },
  { env: { ADMIN_HOST: 'fd00::7', ADMIN_PORT: '1' }, asked: 'http://[fd00::7]:1/readyz' },
])('the health check of a container with $env asks $asked', ({ env, asked }) => {
  // field case 19
  const [, words = '[]'] = /^HEALTHCHECK .*\\\n\s*CMD (.*)$/m.exec(read('deploy/Dockerfile')) ?? [];
  const script = (JSON.parse(words) as string[])[2]!;
  const fetch = 'globalThis.fetch = async (url) => { console.log(url); return { ok: true }; };';
  const { PATH } = process.env;
  const { stdout } = spawnSync(process.execPath, ['-e', `${fetch}${script}`], {
    env: { PATH, ADMIN_PORT: '9090', ...env },
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(asked);
});

test('every metric of ours is on the dashboard', async () => {
  const shown = named(read('deploy/grafana/dashboard.json'));
  const missing = [...(await renderedNames())].filter(
    (name) => name.startsWith('loadcast_') && !shown.has(name) && !/_(sum|count)$/.test(name),
  );
  expect(missing).toEqual([]);
});

// docs/faults.md: fault 113
test('every alert stands in OPERATIONS.md, and no other', () => {
  const alerts = [...read('deploy/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const written = [...read('OPERATIONS.md').matchAll(/^### (Loadcast\w+)$/gm)].map(([, name]) => name);
  expect(written).toEqual(alerts);
});

test('every alert has a unit test in which it fires', () => {
  const alerts = [...read('deploy/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const fired = [...read('deploy/alerts.test.yaml').matchAll(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g)];
  expect([...new Set(fired.map(([, name]) => name))].sort()).toEqual([...alerts].sort());
});

test('everything that the Dockerfile copies from the checkout is there', () => {
  const copies = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').slice(0, -1),
  );
  expect(copies.length).toBeGreaterThan(5);
  expect(copies.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

test('the image and the compose file set nothing that is no setting of the program', () => {
  const image = [...read('deploy/Dockerfile').matchAll(/\b([A-Z_]+)=\S/g)].map(([, name]) => name!);
  const block = /environment:\n((?: {6}.*\n)+)/.exec(read('deploy/compose.yaml'))?.[1] ?? '';
  const compose = [...block.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!);
  const others = new Set(['BASE', 'NODE_ENV', 'TURBO_TELEMETRY_DISABLED', 'DO_NOT_TRACK']);
  expect(compose.length).toBeGreaterThan(4);
  const settings = [...image, ...compose].map((name) => name.replace(/_FILE$/, ''));
  expect(settings.filter((name) => !others.has(name) && !(name in configSchema.shape))).toEqual([]);
});

const MANIFEST = read('deploy/kubernetes.yaml').split('\n---\n');
const objectOf = (kind: string, name: string): string =>
  MANIFEST.find((text) => text.includes(`\nkind: ${kind}\nmetadata: { name: ${name}`)) ??
  expect.fail(`${kind} ${name}`);
const valuesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value!);

test('the manifest has gateways and workers, each with a budget of disruptions, and scales workers by our gauge', async () => {
  expect(MANIFEST.map((text) => /^kind: (\w+)\nmetadata: \{ name: ([\w-]+)/m.exec(text)!.slice(1).join(' '))).toEqual([
    'Deployment loadcast-gateway',
    'Service loadcast',
    'Deployment loadcast-worker',
    'PodDisruptionBudget loadcast-gateway',
    'PodDisruptionBudget loadcast-worker',
    'HorizontalPodAutoscaler loadcast-worker',
  ]);
  for (const part of ['gateway', 'worker']) {
    const labels = `{ app: loadcast, part: ${part} }`;
    const deployment = objectOf('Deployment', `loadcast-${part}`);
    expect(deployment).toContain(
      `selector: { matchLabels: ${labels} }\n  template:\n    metadata: { labels: ${labels} }`,
    );
    expect(objectOf('PodDisruptionBudget', `loadcast-${part}`)).toContain(`matchLabels: ${labels}`);
  }
  expect(objectOf('Service', 'loadcast')).toContain('selector: { app: loadcast, part: gateway }');
  const scaler = objectOf('HorizontalPodAutoscaler', 'loadcast-worker');
  expect(scaler).toContain('scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: loadcast-worker }');
  expect(await renderedNames()).toContain(/metric: \{ name: (\w+) \}/.exec(scaler)?.[1]);
});

test.each([
  { part: 'gateway', command: 'serve', probes: ['startup /livez', 'liveness /livez', 'readiness /readyz'] },
  { part: 'worker', command: 'work', probes: [] },
])('pods of the $part set settings of the program, mount what they name, and have these probes: $probes', (row) => {
  const pod = objectOf('Deployment', `loadcast-${row.part}`);
  expect(valuesOf(pod, /args: \[(.*)\]/g)).toEqual([row.command]);
  const settings = valuesOf(pod, /^ +- \{ name: ([A-Z_]+), value: /gm).map((name) => name.replace(/_FILE$/, ''));
  expect(settings.filter((name) => !(name in configSchema.shape))).toEqual([]);
  expect(settings).toEqual(expect.arrayContaining(['DATABASE_URL', 'FORECAST_WORKERS']));
  const mounts = valuesOf(pod, /- \{ name: (\w+), mountPath: /g);
  expect(valuesOf(pod, /^ {8}- \{ name: (\w+), (?:emptyDir|secret): /gm)).toEqual(mounts);
  const secrets = valuesOf(pod, /name: secrets, mountPath: ([^,]+),/g)[0];
  for (const file of valuesOf(pod, /_FILE, value: (\S+) \}/g)) expect(file.startsWith(`${secrets}/`)).toBe(true);
  const probes = [...pod.matchAll(/(\w+)Probe: \{ httpGet: \{ path: (\S+), port: admin \}/g)];
  expect(probes.map(([, name, path]) => `${name} ${path}`)).toEqual(row.probes);
  expect(pod.includes('{ name: admin, containerPort: 9090 }')).toBe(row.probes.length > 0);
  const locked = [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'drop: [ALL]',
  ];
  for (const setting of locked) expect(pod).toContain(setting);
});

test('every secret of the compose file is a file, and a service that takes it reads it there', () => {
  const compose = read('deploy/compose.yaml');
  const files = [...compose.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm)].map(([, name]) => name!);
  const taken = [...compose.matchAll(/^ {4}secrets: \[(.*)\]$/gm)].flatMap(([, names]) => names!.split(', '));
  expect([...new Set(taken)].sort()).toEqual([...files].sort());
  // A setting, a command or the statement that creates the role names the file.
  const readers = compose + read('deploy/postgres-role.sql');
  for (const name of files) expect(readers).toMatch(new RegExp(`(_FILE: |cat |')/run/secrets/${name}\\b`));
  expect(compose).not.toMatch(/(PASSWORD|API_KEY|DATABASE_URL): /);
});

test('containers of the gateway run read-only, without rights of root, and are asked for their health', () => {
  const [dockerfile, compose] = [read('deploy/Dockerfile'), read('deploy/compose.yaml')];
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  const gateway = /^ {2}gateway:\n([\s\S]*?)\n {2}\w+:\n/m.exec(compose)![1]!;
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
    expect(gateway).toContain(line);
  const services = [...compose.matchAll(/^ {4}image: /gm)].length;
  expect([...compose.matchAll(/^ {4}logging: \*logging$/gm)]).toHaveLength(services);
});

test('the container of docs/server.md keeps its data where the image does, and backs up into its other folder', () => {
  const [, lines = ''] = /```yaml\n([\s\S]*?)```/.exec(read('docs/server.md')) ?? [];
  const folders = [...lines.matchAll(/'[^':]+:(\/[^']+)'/g)].map(([, inside]) => inside);
  const [, image] = /LOADCAST_DATA_DIR=(\S+)/.exec(read('deploy/Dockerfile')) ?? [];
  expect(folders).toEqual([image, /BACKUP_DIR: (\S+)/.exec(lines)?.[1]]);
  const settings = [...lines.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(settings.filter((name) => !(name! in configSchema.shape))).toEqual([]);
});

const caddy = spawnSync('caddy', ['version']);

test.skipIf(caddy.error !== undefined)('Caddy accepts the lines of docs/server.md', () => {
  const [, input] = /^## TLS with Caddy[\s\S]*?```text\n([\s\S]*?)```/m.exec(read('docs/server.md')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-caddy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, input!);
  const adapt = ['adapt', '--config', file, '--adapter', 'caddyfile', '--validate'];
  const { status, stderr } = spawnSync('caddy', adapt, { encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
});
