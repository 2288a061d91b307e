import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Answer } from './client.mjs';

/**
 * Asks at a constant rate, whatever the answers take: time is counted from when a request was due, so that one that waits
 * behind a slow one counts with its wait.
 *
 * @param request the request as it goes over the wire
 * @param perSecond requests due each second
 * @returns how long each answer took since it was due, ms, sorted; and how many were not 200, requests without an answer among them
 */
export async function askAtRate({ port, request, perSecond, seconds, connections = 64 }) {
  const tookMs = [];
  let failures = 0;
  const idle = [];
  const sockets = new Set();
  let isOver = false;
  const open = async () => {
    const socket = await opened(port);
    sockets.add(socket);
    socket.resume(); // its end is read also while nothing is asked
    idle.push(socket);
    // A server ends a connection that it has not been asked on for long: another takes its place.
    socket.once('close', () => {
      sockets.delete(socket);
      if (idle.includes(socket)) idle.splice(idle.indexOf(socket), 1);
      if (!isOver) open().then(serve, () => {});
    });
  };
  const due = [];
  const count = perSecond * seconds;

  // Connections are used in turn, so that the server closes none because it was never asked on.
  const serve = () => {
    while (due.length > 0 && idle.length > 0) one(idle.shift(), due.shift());
  };
  const one = (socket, dueAt) => {
    const answer = new Answer();
    const end = (isAnswered) => {
      socket.off('data', add).off('close', lost);
      tookMs.push(performance.now() - dueAt);
      if (!isAnswered || answer.status !== 200) failures++;
      if (isAnswered) idle.push(socket);
      serve();
    };
    const add = (chunk) => answer.add(chunk) && end(true);
    const lost = () => end(false);
    socket.on('data', add).once('close', lost);
    socket.write(request);
  };
  await Promise.all(Array.from({ length: connections }, open));
  const startedAt = performance.now();
  for (let sent = 0; sent < count; ) {
    const now = performance.now();
    for (; sent < count && startedAt + (sent * 1_000) / perSecond <= now; sent++) {
      due.push(startedAt + (sent * 1_000) / perSecond);
    }
    serve();
    await sleep(1);
  }
  while (tookMs.length < count) await sleep(5);
  isOver = true;
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
