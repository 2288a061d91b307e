// Preloaded into a program: writes what turns of its answering thread take, the longest of each 100 ms, as CPU: other programs do not count.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const WRITTEN_MS = 100;
const cpuMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

if (isMainThread && process.env.TURN_CPU_FILE) {
  let before = cpuMs();
  let longestMs = 0;
  let writtenAt = Date.now();
  setInterval(() => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    if (Date.now() - writtenAt < WRITTEN_MS) return;
    writtenAt = Date.now();
    appendFileSync(process.env.TURN_CPU_FILE, `${writtenAt} ${longestMs.toFixed(1)}\n`);
    longestMs = 0;
  }, EVERY_MS).unref();
}
