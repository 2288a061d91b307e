// The load generator, a process of its own: takes jobs from its parent, and answers each with what `ask` gave.
import { ask } from './client.mjs';

process.on('message', async (job) => {
  try {
    const { statuses, tookMs } = await ask(job);
    const share = (part) => tookMs[Math.min(tookMs.length - 1, Math.floor(part * tookMs.length))];
    process.send({ statuses, p50Ms: share(0.5), p99Ms: share(0.99), mostMs: share(1) });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});
