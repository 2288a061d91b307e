import { printLine } from '../../../../tooling/testing/print-line.js';

/** Prints numbered lines, more than a pipe holds, after standard output was looked at. */
export async function run(count: string): Promise<void> {
  if (!process.stdout.writable) throw new Error('standard output is closed');
  for (let n = 0; n < Number(count); n++) printLine(`line ${n}`);
}
