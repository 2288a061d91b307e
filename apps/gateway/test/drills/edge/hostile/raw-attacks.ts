import { connect, type Socket } from 'node:net';
import type { HostilePlan } from './plan.js';

/** The outcome of a connection: the status of the first answer, or how it was closed without one. */
export type RawOutcome = number | string;

/** Opens a connection, does its worst, and waits for the end. */
export function rawAttack(plan: HostilePlan, attack: (socket: Socket) => void): Promise<RawOutcome> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(plan.url).port), '127.0.0.1', () => attack(socket));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      if (text.length < 64) text += chunk;
    });
    let failure = 'closed';
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? failure;
    });
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]) || failure));
  });
}

const BODY = '{"email":"someone@example.org","password":"it is not this one"}';
const HEAD = `POST /account/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

/** One byte of body a second. */
export const slowBody = (socket: Socket): void => {
  socket.write(HEAD);
  let sent = 0;
  const timer = setInterval(() => socket.write(BODY[sent++] ?? ' '), 1000);
  socket.once('close', () => clearInterval(timer));
};

/** Half a body, then a FIN, a reset, or silence. */
export const cutBody = (socket: Socket): void => {
  socket.write(HEAD + BODY.slice(0, 1 + Math.floor(Math.random() * BODY.length)));
  const way = Math.random();
  if (way < 0.4) socket.end();
  else if (way < 0.8) setTimeout(() => socket.resetAndDestroy(), 5);
};

/** Half a line of headers, then silence. */
export const halfHeaders = (socket: Socket): void => {
  socket.write('GET /v1/demand/forecast?region=PJM HTTP/1.1\r\nHost: a\r\nAuthoriz');
};
