import { expect, test } from 'vitest';
import type { GatewayOptions, RunningGateway } from '../../compose.js';
import { PortUnavailable } from '../../http/server/free-ports.js';
import { runCli } from '../testing/run-cli.js';
import { createServeCommand } from './serve.js';

async function serve(args: readonly string[], { demoKey, redraw }: { demoKey?: string; redraw?: true } = {}) {
  const stopping = new AbortController();
  const started: GatewayOptions[] = [];
  const drawn: string[] = [];
  let stops = 0;
  const stop = async () => {
    stops += 1;
  };
  const forecasts = { areas: 3, expected: 11, withoutGate: [] as never[] };
  const command = createServeCommand(async (options) => {
    started.push(options);
    options.say?.('Simulated grid.');
    options.answers?.({ url: 'http://127.0.0.1:8080', publicUrl: 'http://load.lan:8080', demoKey, forecasts });
    if (redraw && options.logsToFile) await expect.poll(() => drawn.at(-1)).toMatch(/3 of 11/);
    forecasts.areas = 11;
    setImmediate(() => stopping.abort());
    return { url: 'http://127.0.0.1:8080', demoKey, stop } as unknown as RunningGateway;
  });
  const io = { signal: stopping.signal, env: { PORT: '0' } };
  const terminal = redraw && { redraw: (line: string) => void drawn.push(line) };
  const result = await runCli([command], ['serve', ...args], { ...io, ...terminal });
  return { ...result, started, stops, drawn };
}

test('without a terminal it says that it listens, then that forecasts are there, and stops once', async () => {
  const { status, out, err, stops, started } = await serve([]);
  expect([status, stops]).toEqual([0, 1]);
  expect(out).toEqual([
    expect.stringMatching(/^Make a key: \S+ accounts create --email \S+; \S+ keys create --account \S+$/),
    'listening on http://127.0.0.1:8080',
    'Ready: 11 of 11 forecasts.',
  ]);
  expect(err).toEqual(['Simulated grid.', 'stopping ...']);
  expect(started[0]).toMatchObject({ env: { PORT: '0' }, demo: false, logsToFile: false });
  expect(started[0]).not.toHaveProperty('replayFrom');
});

test('on a terminal the address comes first, and the log goes to a file', async () => {
  const { out, started, drawn } = await serve(['--demo'], { demoKey: 'lc_live_x', redraw: true });
  expect(started[0]).toMatchObject({ logsToFile: true });
  expect(out).toEqual([
    '',
    '    http://load.lan:8080',
    '',
    'Open this address in a browser. Ctrl+C stops the service.',
    'Your demo key (a new one each start): lc_live_x',
    'Try: curl -sS --fail-with-body -H "Authorization: Bearer lc_live_x" "http://load.lan:8080/v1/demand/latest?region=PJM"',
    '',
    'Simulated grid.',
    'Ready: 11 of 11 forecasts.',
  ]);
  expect(drawn).toContain('Making the first forecasts (3 of 11) ...');
  expect(drawn.at(-1)).toBe('');
});

test('--log keeps the log on the terminal', async () => {
  const { out, started } = await serve(['--log'], { redraw: true });
  expect(started[0]).toMatchObject({ logsToFile: false });
  expect(out).toContain('listening on http://127.0.0.1:8080');
});

test('--now is the start of a replay, --demo prints the key and a request that works with it', async () => {
  const { out, started } = await serve(['--now', '2023-07-15T18:00Z', '--demo'], { demoKey: 'lc_live_x' });
  expect(started[0]).toMatchObject({ replayFrom: Date.UTC(2023, 6, 15, 18), demo: true });
  expect(out[0]).toBe('Your demo key (a new one each start): lc_live_x');
  expect(out[1]).toContain('"Authorization: Bearer lc_live_x" "http://load.lan:8080/v1/demand/latest?region=');
});

test('a port that is taken is one sentence with the way out', async () => {
  const command = createServeCommand(async () => {
    throw new PortUnavailable('Port 8080 is taken. Try PORT=8081 npm start');
  });
  const { status, err } = await runCli([command], ['serve', '--demo']);
  expect([status, err]).toEqual([1, ['Port 8080 is taken. Try PORT=8081 npm start']]);
});

test.each([
  { args: ['--demo'], source: undefined },
  { args: ['--demo', '--now', '2023-07-15T18:00Z'], source: undefined },
  { args: ['--demo', 'simulated'], source: 'simulated' },
  { args: ['--demo=recorded'], source: 'recorded' },
])('$args makes a demo account and follows $source', async ({ args, source }) => {
  const [options] = (await serve(args)).started;
  expect([options?.demo, options?.env['SOURCE']]).toEqual([true, source]);
});

const JULY = Date.UTC(2018, 6, 18, 18);

test.each([
  { args: ['--replay'], replay: { replayFrom: JULY, replaysRecord: true } },
  { args: ['--replay', '--speed', '60'], replay: { replayFrom: JULY, replaysRecord: true, replaySpeed: 60 } },
  { args: ['--now', '2018-07-18T18:00Z'], replay: { replayFrom: JULY, replaysRecord: false } },
  { args: ['--replay', '--now', '2019-06-30T23:59Z'], replay: { replayFrom: Date.UTC(2019, 5, 30, 23, 59) } },
  { args: ['--replay', '--now', '2016-07-01T00:00Z'], replay: { replayFrom: Date.UTC(2016, 6, 1) } },
])('$args is a replay', async ({ args, replay }) => {
  expect((await serve(args)).started[0]).toMatchObject(replay);
});

test.each([
  { args: ['--demo', 'real'] },
  { args: ['--speed', '60'] },
  { args: ['--replay', '--speed', '0'] },
  { args: ['--replay', '--speed', '601'] },
  { args: ['--replay', '--now', '2016-06-30T23:59Z'] },
  { args: ['--replay', '--now', '2019-07-01T00:00Z'] },
  { args: ['--now', 'yesterday'] },
  { args: ['--now', '2023-07-15T18:00'] },
  { args: ['--now'] },
  { args: ['--port', '80'] },
  { args: ['now'] },
])('$args is a usage error, and no gateway starts', async ({ args }) => {
  const { status, started } = await serve(args);
  expect([status, started]).toEqual([2, []]);
});
