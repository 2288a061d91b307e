import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printedOnFailure } from '../../../../../tooling/testing/printed-on-failure.js';

const OPERATIONS = readFileSync(new URL('../../../../../OPERATIONS.md', import.meta.url), 'utf8');

/** A proxy, configured by the lines of OPERATIONS.md. */
interface ProxyKind {
  readonly name: 'haproxy' | 'nginx';
  /** The whole configuration around the lines that are shown. */
  whole(lines: string, dir: string, statsPort: number): string;
  /** Gateways that callers are sent to by now. nginx keeps no list: it asks the other when one refuses. */
  inUse?(statsPort: number): Promise<number>;
  args(file: string, dir: string): readonly string[];
}

export const PROXIES: readonly ProxyKind[] = [
  {
    name: 'haproxy',
    whole: (lines, _dir, statsPort) =>
      `global\n  maxconn 4000\n${lines}\nfrontend stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /stats\n`,
    args: (file) => ['-db', '-f', file],
    async inUse(statsPort) {
      const rows = (await (await fetch(`http://127.0.0.1:${statsPort}/stats;csv`)).text()).split('\n');
      return rows.filter((row) => /^gateways,(?!BACKEND)\w+,/.test(row) && /,UP,/.test(row)).length;
    },
  },
  {
    name: 'nginx',
    whole: (lines, dir) =>
      [
        'daemon off; worker_processes 1; error_log stderr warn;',
        `pid ${dir}/pid;`,
        'events { worker_connections 2000; }',
        'http { access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`),
        lines,
        '}',
      ].join('\n'),
    args: (file, dir) => ['-p', dir, '-c', file],
  },
];

/** Whether the machine has the proxy. */
export function hasProxy(name: string): boolean {
  return spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined;
}

/** The lines of OPERATIONS.md for a proxy, with our ports in them; the line of the second gateway again for each more. */
function shownLines(name: string, port: number, gateways: readonly number[]): string {
  const shown = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(OPERATIONS)?.[1] ?? '';
  const [first, ...others] = gateways;
  return shown
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('10.0.0.11:8080', `127.0.0.1:${first}`)
    .replace(/^.*10\.0\.0\.12:8080.*\n/m, (line) =>
      others
        .map((other, i) => line.replace('10.0.0.12:8080', `127.0.0.1:${other}`).replace(/\btwo\b/, `gateway${i + 2}`))
        .join(''),
    );
}

export interface RunningProxy {
  readonly url: string;
  /** Resolves once callers are sent to every gateway. */
  usesAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy in front of gateways, two or more, and waits until it answers. */
export async function startProxy(
  kind: ProxyKind,
  options: {
    readonly dir: string;
    readonly port: number;
    readonly statsPort: number;
    readonly gateways: readonly number[];
  },
): Promise<RunningProxy> {
  const { dir, port, statsPort, gateways } = options;
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `${kind.name}.conf`);
  writeFileSync(file, kind.whole(shownLines(kind.name, port, gateways), dir, statsPort));
  const child: ChildProcess = spawn(kind.name, [...kind.args(file, dir)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  printedOnFailure(kind.name, () => said);
  child.stderr?.on('data', (chunk) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/livez`).catch(() => undefined);
    if (answer?.ok) break;
    await sleep(50);
  }
  if (child.exitCode !== null) throw new Error(`${kind.name} ended with ${child.exitCode}:\n${said}`);
  return {
    url,
    async usesAll() {
      while (kind.inUse && (await kind.inUse(statsPort)) < gateways.length) await sleep(100);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
