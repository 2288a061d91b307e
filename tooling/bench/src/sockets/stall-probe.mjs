// Loaded into a server under measurement: how long one turn of its event loop keeps its main thread computing, of which
// what other processes take of the core is no part, and how late its timers are at most, of which it is. Its parent
// asks by `stalls` and gets the measurements since its last question.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const TICK_MS = 2;
/** Turns that take longer are counted. */
const STALL_MS = 10;
/** Nanoseconds that the main thread has run. */
const cpuMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const delay = monitorEventLoopDelay({ resolution: TICK_MS });
delay.enable();
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
  process.send({ stalls, mostMs, lateMs: Math.max(0, delay.max / 1e6 - TICK_MS) });
  [stalls, mostMs] = [0, 0];
  delay.reset();
});
process.channel?.unref();
