import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Answer } from './client.mjs';

/**
 * Asks at a constant rate, whatever the answers take: time is counted from when a request was due, so that one that waits
 * behind a slow one counts with its wait.
 *
 * @param request the request as it goes over the wire
 * @param perSecond requests due each second
 * @returns how long each answer took since it was due, ms, sorted; and how many were not 200
 */
export async function askAtRate({ port, request, perSecond, seconds, connections = 64 }) {
  const tookMs = [];
  let failures = 0;
  const idle = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const sockets = [...idle];
  const due = [];
  const startedAt = performance.now();
  const count = perSecond * seconds;

  const serve = () => {
    while (due.length > 0 && idle.length > 0) one(idle.pop(), due.shift());
  };
  const one = (socket, dueAt) => {
    const answer = new Answer();
    const add = (chunk) => {
      if (!answer.add(chunk)) return;
      socket.off('data', add);
      tookMs.push(performance.now() - dueAt);
      if (answer.status !== 200) failures++;
      idle.push(socket);
      serve();
    };
    socket.on('data', add);
    socket.write(request);
  };
  for (let sent = 0; sent < count; ) {
    const now = performance.now();
    for (; sent < count && startedAt + (sent * 1_000) / perSecond <= now; sent++) {
      due.push(startedAt + (sent * 1_000) / perSecond);
    }
    serve();
    await sleep(1);
  }
  while (tookMs.length < count) await sleep(5);
  for (const socket of sockets) socket.destroy();
  return { tookMs: tookMs.sort((a, b) => a - b), failures };
}

function opened(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
