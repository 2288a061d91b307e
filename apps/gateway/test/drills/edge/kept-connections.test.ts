import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fillWorld } from '../../served-world.js';
import { killPrograms, type StartedProgram, startProgram } from '../../started-program.js';

const CLIENTS = 20;
const BURST = 400;
/** Answers to all clients before the signal. */
const ANSWERS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'loadcast-kept-'));

afterEach(async () => {
  await killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

async function startGateway(env: Readonly<Record<string, string>> = {}): Promise<StartedProgram> {
  await fillWorld(folder, 1);
  return startProgram(['loadcast', 'serve'], { LOADCAST_DATA_DIR: folder, SOURCE: 'none', LOG_LEVEL: 'warn', ...env });
}

/** The status of an answer, or the code of what went wrong. */
function outcomeOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent }, (response) => {
      response.once('error', (error) => resolve(codeOf(error)));
      response.resume().once('end', () => resolve(String(response.statusCode)));
    });
    sent.once('error', (error) => resolve(codeOf(error))).end();
  });
}

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;

/** Asks again and again on one connection, which it opens anew where the server closes it, until nobody listens. */
async function askUntilRefused(url: string, counts: Map<string, number>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let outcome = ''; outcome !== 'ECONNREFUSED'; ) {
    outcome = await outcomeOf(url, agent);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  agent.destroy();
}

// docs/faults.md: fault 99
test.each<{ signals: NodeJS.Signals[] }>([{ signals: ['SIGTERM'] }, { signals: ['SIGINT', 'SIGINT'] }])(
  `a gateway that $signals stops resets none of ${CLIENTS} clients that keep their connections`,
  async ({ signals }) => {
    const program = await startGateway();
    const counts = new Map<string, number>();
    const asking = Array.from({ length: CLIENTS }, () => askUntilRefused(`${program.url}/livez`, counts));
    await expect.poll(() => counts.get('200') ?? 0, { timeout: 300_000 }).toBeGreaterThan(ANSWERS);
    const ends = signals.map((signal) => program.end(signal));
    await Promise.all(asking);
    expect(Object.fromEntries(counts)).toEqual({ 200: expect.any(Number), ECONNREFUSED: CLIENTS });
    expect((await Promise.all(ends)).map(({ status }) => status)).toEqual(signals.map(() => 0));
  },
);

/** What a connection with one request receives first. */
function firstLineOf(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const ended = (line: string) => {
      resolve(line);
      socket.destroy();
    };
    socket.once('connect', () => socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.once('data', (data) => ended(String(data).split('\r\n', 1)[0]!));
    socket.once('error', (error) => ended(codeOf(error)));
    socket.once('close', () => ended('closed'));
  });
}

// docs/faults.md: fault 74
test(`${BURST} connections of one address at once, with a request each, are answered`, async () => {
  const program = await startGateway();
  const port = Number(new URL(program.url).port);
  for (let burst = 0; burst < 5; burst++) {
    const lines = await Promise.all(Array.from({ length: BURST }, () => firstLineOf(port)));
    expect(lines).toEqual(lines.map(() => 'HTTP/1.1 200 OK'));
  }
});

// docs/faults.md: fault 99
test('a signal a second after the first ends a gateway that drains at once', async () => {
  const program = await startGateway({ DRAIN_DELAY: '600' });
  const again = setInterval(() => program.process.kill('SIGTERM'), 100);
  const { status, tookMs } = await program.end('SIGTERM');
  clearInterval(again);
  expect(status).toBe(1);
  expect(tookMs).toBeGreaterThanOrEqual(1_000);
});
