// The load generator, a process of its own: takes jobs from its parent, and answers each with the statuses that came.
import { once } from 'node:events';
import { Agent, request } from 'node:http';

process.on('message', async (job) => {
  try {
    process.send({ statuses: await ask(job) });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});

/** Asks one path again and again over kept connections, each with one request under way. @returns how many answers had each status */
async function ask({ port, path, headers, requests, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = {};
  let started = 0;
  const askOnConnection = async () => {
    while (started++ < requests) {
      const [answer] = await once(request({ host: '127.0.0.1', port, path, headers, agent }).end(), 'response');
      await once(answer.resume(), 'end');
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOnConnection));
  agent.destroy();
  return statuses;
}
