import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../clients/python', import.meta.url));

/**
 * Makes a Python environment with some packages of PyPI.
 *
 * @param {string} folder an empty one
 * @param {string[]} packages
 * @param {string} interpreter the path of a Python
 * @returns {string | undefined} the path of its Python; undefined where there is no Python, or PyPI cannot be reached
 */
export function pythonEnvironment(folder, packages, interpreter = 'python3') {
  const python = join(folder, 'bin/python3');
  // pip installs nothing that it finds on PYTHONPATH.
  const env = { ...process.env, PYTHONPATH: '' };
  const ends0 = (command, ...args) => spawnSync(command, args, { stdio: 'ignore', env }).status === 0;
  const install = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--retries', '3', ...packages];
  const isMade = ends0(interpreter, '-m', 'venv', folder) && (packages.length === 0 || ends0(python, ...install));
  return isMade ? python : undefined;
}

/**
 * Builds the wheel and the source archive of the Python client.
 *
 * @param {string} python of an environment with hatchling
 * @param {string} output folder for both
 * @returns {string[]} their names
 * @throws {Error} with what hatchling printed
 */
export function buildPythonPackage(python, output) {
  const args = ['-m', 'hatchling', 'build', '-d', output];
  const { status, stdout, stderr } = spawnSync(python, args, { cwd: SOURCE, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the Python client cannot be built:\n${stdout}${stderr}`);
  return readdirSync(output).filter((name) => /^loadcast-.*(\.whl|\.tar\.gz)$/.test(name));
}
