// Signs in so many at any time, in a process of its own, so that what clients cost is in no figure. Takes from its parent
// `{ address, signIns, body }` to begin, and `end`, which it answers with how many answers had each status.
import { constants, setPriority } from 'node:os';

// Clients are on other machines: their use of these cores comes last.
setPriority(constants.priority.PRIORITY_LOW);

let isOver = true;
let underWay = [];
let statuses = {};
let callers = 0;

process.on('message', async (job) => {
  if (job !== 'end') {
    isOver = false;
    underWay = Array.from({ length: job.signIns }, () => signInUntilOver(job));
    return;
  }
  isOver = true;
  await Promise.all(underWay);
  process.send(statuses);
  statuses = {};
});

/** Each sign-in comes from another address: the benchmark does not measure limits of an address. */
async function signInUntilOver({ address, body }) {
  while (!isOver) {
    callers += 1;
    const from = `198.18.${(callers >> 8) & 255}.${callers & 255}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    const answer = await fetch(`${address}/account/sign-in`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  }
}
