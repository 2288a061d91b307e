import { expect, test } from 'vitest';
import type { GatewayOptions, RunningGateway } from '../../compose.js';
import { runCli } from '../testing/run-cli.js';
import { createServeCommand } from './serve.js';

async function serve(args: readonly string[], demoKey?: string) {
  const stopping = new AbortController();
  const started: GatewayOptions[] = [];
  let stops = 0;
  const stop = async () => {
    stops += 1;
  };
  const command = createServeCommand(async (options) => {
    started.push(options);
    setImmediate(() => stopping.abort());
    const gateway = { url: 'http://127.0.0.1:8080', demoKey, stop };
    return gateway as unknown as RunningGateway;
  });
  const result = await runCli([command], ['serve', ...args], { signal: stopping.signal, env: { PORT: '0' } });
  return { ...result, started, stops };
}

test('serves until the signal, then stops the gateway once', async () => {
  const { status, out, err, stops, started } = await serve([]);
  expect([status, stops]).toEqual([0, 1]);
  expect(out).toEqual([
    expect.stringMatching(/^for a key: loadcast accounts create --email \S+; loadcast keys create --account \S+$/),
    'listening on http://127.0.0.1:8080',
  ]);
  expect(err).toEqual(['stopping ...']);
  expect(started[0]).toMatchObject({ env: { PORT: '0' }, demo: false });
  expect(started[0]).not.toHaveProperty('replayFrom');
});

test('--now is the start of a replay, --demo prints the key and a request that works with it', async () => {
  const { out, started } = await serve(['--now', '2023-07-15T18:00Z', '--demo'], 'lc_live_x');
  expect(started[0]).toMatchObject({ replayFrom: Date.UTC(2023, 6, 15, 18), demo: true });
  expect(out[0]).toBe('Your demo key (a new one each start): lc_live_x');
  expect(out[1]).toContain("'Authorization: Bearer lc_live_x' 'http://127.0.0.1:8080/v1/demand/forecast?region=");
});

test.each([
  { args: ['--now', 'yesterday'] },
  { args: ['--now', '2023-07-15T18:00'] },
  { args: ['--now'] },
  { args: ['--port', '80'] },
  { args: ['now'] },
])('$args is a usage error, and no gateway starts', async ({ args }) => {
  const { status, started } = await serve(args);
  expect([status, started]).toEqual([2, []]);
});
