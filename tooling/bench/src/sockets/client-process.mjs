// The load generator, a process of its own: takes jobs from its parent, and answers each with the statuses that came.
import { ask } from './client.mjs';

process.on('message', async (job) => {
  try {
    process.send({ statuses: await ask(job) });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});
