import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { QUICK_MODEL } from '../started-program.js';
import { hasTerminal, startOnTerminal } from './on-terminal.js';

test.skipIf(!hasTerminal)(
  'in a terminal a start is plain lines, the address first; the log is a file, and Ctrl+C ends it',
  async () => {
    const { child, folder, output, lines, remove } = startOnTerminal('start', { FORECASTER: QUICK_MODEL });
    onTestFinished(remove);
    await expect.poll(output, { timeout: 150_000 }).toContain('Ready: 11 of 11 forecasts.');
    const [address] = lines();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${address}/v1/health`)).status).toBe(200);
    expect(lines().filter((line) => line.startsWith('{'))).toEqual([]);
    expect(output()).toMatch(/Your demo key \(a new one each start\): lc_live_\w+/);
    expect(output()).toContain(`The log is in ${folder}/loadcast.log`);
    child.stdin!.write('\x03');
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
    const logged = readFileSync(`${folder}/loadcast.log`, 'utf8').trim().split('\n');
    expect(logged.map((line) => JSON.parse(line).msg)).toEqual(
      expect.arrayContaining(['answering', 'serving', 'stopped']),
    );
  },
);
