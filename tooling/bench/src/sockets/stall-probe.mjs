// Loaded into a server under measurement: how long one turn of its event loop keeps its main thread computing. Its parent asks
// by `stalls` and is answered with what was since it asked last. What other processes take of the core is not counted.
import { readFileSync } from 'node:fs';

const TICK_MS = 2;
/** Turns that take longer are counted. */
const STALL_MS = 10;
/** Nanoseconds that the main thread has run. */
const cpuMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

let stalls = 0;
let mostMs = 0;
let before = cpuMs();
setInterval(() => {
  const now = cpuMs();
  if (now - before > STALL_MS) stalls++;
  mostMs = Math.max(mostMs, now - before);
  before = now;
}, TICK_MS).unref();

process.on('message', (asked) => {
  if (asked !== 'stalls') return;
  process.send({ stalls, mostMs });
  [stalls, mostMs] = [0, 0];
});
process.channel?.unref();
