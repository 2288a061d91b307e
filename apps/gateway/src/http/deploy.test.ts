import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@loadcast/observe';
import { type Monitor, monitorGauges } from '@loadcast/service';
import { expect, test } from 'vitest';
import { eventGauges } from '../../../../packages/service/src/events/event-gauges.js';
import { configSchema } from '../config.js';
import { connectionGauges } from './connection-gauges.js';
import { workloadGauges } from './workload/workload-gauges.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

const silent: Monitor = {
  observer: { polled() {}, issued() {}, leading() {} },
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

test('every metric of ours is on the dashboard', async () => {
  const shown = named(read('deploy/grafana/dashboard.json'));
  const missing = [...(await renderedNames())].filter(
    (name) => name.startsWith('loadcast_') && !shown.has(name) && !/_(sum|count)$|_learnt_hours_/.test(name),
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
  const others = new Set(['NODE_ENV', 'TURBO_TELEMETRY_DISABLED', 'DO_NOT_TRACK']);
  expect(compose.length).toBeGreaterThan(4);
  const settings = [...image, ...compose].map((name) => name.replace(/_FILE$/, ''));
  expect(settings.filter((name) => !others.has(name) && !(name in configSchema.shape))).toEqual([]);
});

test('every secret of the compose file is a file, and a service that takes it reads it there', () => {
  const compose = read('deploy/compose.yaml');
  const files = [...compose.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm)].map(([, name]) => name!);
  const taken = [...compose.matchAll(/^ {4}secrets: \[(.*)\]$/gm)].flatMap(([, names]) => names!.split(', '));
  expect([...taken].sort()).toEqual([...files].sort());
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
