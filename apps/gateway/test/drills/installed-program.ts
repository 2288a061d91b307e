import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printedOnFailure } from '../../../../tooling/testing/printed-on-failure.js';
import { plainEnvironment } from '../started-program.js';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
export const isRoot = process.getuid?.() === 0;
/** The user who runs the program where this process may choose: not the owner of the installed files. */
const NOBODY = 65_534;

/** Folders that the documents name, below a prefix that stands for an empty machine. */
export const below = (prefix: string, text: string): string =>
  text.replace(
    /(?<![\w./-])\/(out|src|app|data|opt\/loadcast|var\/lib\/loadcast|etc\/loadcast|etc\/systemd)\b/g,
    `${prefix}/$1`,
  );

/** A running `loadcast serve`. */
export interface Served {
  readonly process: ChildProcess;
  readonly url: string;
  output(): string;
  /** @returns exit status after SIGTERM */
  stop(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Kills started processes that have not ended. */
export async function killServed(): Promise<void> {
  await Promise.all([...running].map((child) => ended(child, 'SIGKILL')));
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await exit;
}

/** Starts a command as another user, with these variables and no others, and waits until it listens. */
export async function serve(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Served> {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const marks = { LOADCAST_TEST_RUN: process.env['LOADCAST_TEST_RUN'] ?? '' };
  const child = spawn(command, args, { cwd, env: { PATH: process.env['PATH'], ...marks, ...env }, ...user });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  printedOnFailure(`process ${child.pid}, ${args.join(' ')},`, () => output);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening on (\S+)[\s\S]*^Ready: /m.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened:\n${output}`)));
  });
  return {
    process: child,
    url,
    output: () => output,
    async stop() {
      await ended(child, 'SIGTERM');
      return child.exitCode;
    },
  };
}

/** Runs a command to its end as the same user. @throws {Error} it fails, with its output */
export function runOnce(command: readonly string[], env: Readonly<Record<string, string>>, cwd: string): string {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    ...user,
  });
  if (status !== 0) throw new Error(`${command.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Runs lines of shell; the first that fails ends them. @throws {Error} with their output */
export function shell(lines: string, cwd = ROOT): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd,
    env: plainEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${lines}\n${status}\n${stdout}${stderr}`);
  return stdout;
}

/** What an image says about its program. */
export interface Image {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Executes the steps of deploy/Dockerfile below a prefix: its COPY and RUN lines; `/out` becomes `/app` as at its end. */
export function executeDockerfile(prefix: string): Image {
  const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').replace(/\\\n\s*/g, '');
  const steps = [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', rest = '']) => ({ name, rest }));
  const [build, final] = [prefix, `${prefix}/final`];
  mkdirSync(`${build}/src`, { recursive: true });
  mkdirSync(final);
  let stage = 0;
  const env: Record<string, string> = {};
  const image: Record<string, string[]> = {};
  for (const { name, rest } of steps) {
    if (name === 'FROM') stage++;
    else if (name === 'COPY' && rest.startsWith('--from'))
      cpSync(`${build}/out`, `${final}/app`, { recursive: true, verbatimSymlinks: true });
    else if (name === 'COPY') copyFromCheckout(rest.split(' '), `${build}/src`);
    else if (name === 'RUN') {
      const where = stage === 1 ? build : final;
      const owned = rest.replace('chown node:root', isRoot ? `chown ${NOBODY}:0` : 'chown --reference=/proc/self');
      shell(`umask 077\n${below(where, owned)}`, stage === 1 ? `${build}/src` : final);
    } else if (name === 'ENV' && stage === 2) {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) env[key] = below(final, value);
    } else if (name === 'ENTRYPOINT' || name === 'CMD') image[name] = JSON.parse(below(final, rest));
    else if (name === 'HEALTHCHECK') image[name] = JSON.parse(rest.slice(rest.indexOf('[')));
  }
  return { entrypoint: image['ENTRYPOINT']!, command: image['CMD']!, healthcheck: image['HEALTHCHECK']!, env };
}

function copyFromCheckout(paths: readonly string[], to: string): void {
  const ignored = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').trim().split('\n');
  const names = new Set(ignored.map((pattern) => pattern.replace('**/', '')));
  const target = paths.at(-1)!;
  for (const path of paths.slice(0, -1)) {
    const into = target === './' ? join(to, path) : join(to, target);
    cpSync(join(ROOT, path), into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !names.has(file.slice(file.lastIndexOf('/') + 1)) && !file.endsWith('.log'),
    });
  }
}

/** Names of the packages in a tree that pnpm made. */
export function packagesIn(tree: string): readonly string[] {
  return readdirSync(join(tree, 'node_modules/.pnpm'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes('@', 1))
    .map(({ name }) => name.slice(0, name.indexOf('@', 1)).replace('+', '/'));
}

/** Names of the packages that others in a tree that pnpm made depend on. */
export function dependedOnIn(tree: string): ReadonlySet<string> {
  const store = join(tree, 'node_modules/.pnpm');
  const manifests = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^[^/]+\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  );
  const read = (path: string) => JSON.parse(readFileSync(join(store, path), 'utf8'));
  return new Set(manifests.flatMap((path) => Object.keys(read(path).dependencies ?? {})));
}

/** Names that package.json files of the workspace declare as one kind of dependency. */
export function declared(kind: 'dependencies' | 'devDependencies'): ReadonlySet<string> {
  const folders = ['packages', 'apps', 'tooling', 'examples'].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name)),
  );
  const files = [ROOT, ...folders].map((folder) => join(folder, 'package.json')).filter((file) => existsSync(file));
  const shipped = files.filter((file) => kind === 'devDependencies' || /\/(packages|apps)\//.test(file));
  return new Set(shipped.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8'))[kind] ?? {})));
}
