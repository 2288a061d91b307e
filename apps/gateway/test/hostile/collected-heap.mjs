// Preloaded into a program: at SIGUSR2 it collects the garbage of the answering thread, and writes the bytes that are left.
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.COLLECTED_HEAP_FILE) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(process.env.COLLECTED_HEAP_FILE, `${heapUsed + external}\n`);
  });
}
