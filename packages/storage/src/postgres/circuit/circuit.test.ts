import { expect, onTestFinished, test } from 'vitest';
import { createCircuit } from './circuit.js';

/** A circuit to a server that answers probes with `answers`. */
function world() {
  const server = { answers: false, probes: 0 };
  const circuit = createCircuit(async () => {
    server.probes += 1;
    return server.answers;
  }, 1);
  onTestFinished(() => circuit.end());
  return { server, circuit };
}

test('a wait and a probe without an answer open the circuit, and the first probe that is answered closes it', async () => {
  const { server, circuit } = world();
  circuit.timedOut(performance.now());
  expect(circuit.isOpen()).toBe(false);
  await expect.poll(() => circuit.isOpen()).toBe(true);
  await expect.poll(() => server.probes).toBeGreaterThan(2);
  expect(circuit.isOpen()).toBe(true);
  server.answers = true;
  await expect.poll(() => circuit.isOpen()).toBe(false);
});

test('a wait for a server that answers its probe opens nothing, and the next one probes again', async () => {
  const { server, circuit } = world();
  server.answers = true;
  for (const probes of [1, 2]) {
    circuit.timedOut(performance.now());
    await expect.poll(() => server.probes).toBe(probes);
    await Promise.resolve();
    expect(circuit.isOpen()).toBe(false);
  }
});

test('a wait during which another caller was answered opens nothing', () => {
  const { server, circuit } = world();
  const beganAt = performance.now();
  circuit.answered();
  circuit.timedOut(beganAt);
  expect([circuit.isOpen(), server.probes]).toEqual([false, 0]);
});

test('waits that end together probe once', () => {
  const { server, circuit } = world();
  for (let i = 0; i < 50; i++) circuit.timedOut(performance.now());
  expect(server.probes).toBe(1);
});

test('after its end a circuit neither opens nor probes', () => {
  const { server, circuit } = world();
  circuit.end();
  circuit.timedOut(performance.now());
  expect([circuit.isOpen(), server.probes]).toEqual([false, 0]);
});
