import { once } from 'node:events';
import { aligned, left } from '@loadcast/observe';
import type { startGateway } from '../../compose.js';
import { settingRows } from '../../config.js';
import { type Command, UsageError } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag, optional, type ReadValue } from '../options.js';
import { readCount, readInstant, readWord } from '../values/read-values.js';
import { createStartLines, createStartScreen } from './start-screen.js';

const NOW_HELP = `replay: start the clock at this time (2023-07-15T18:00Z); later data stay hidden, forecasts are made
again in memory from the data known then, and nothing is written`;

/** Wednesday of the week in which Texas set its record: 2 PM Eastern, after the day-ahead gates of all grids. */
const REPLAY_FROM = Date.UTC(2018, 6, 18, 18);
/** Whole years of the record lie before the first, and its end after the last. */
const RECORD = { first: Date.UTC(2016, 6, 1), end: Date.UTC(2019, 6, 1) };
const REPLAY_HELP = `replay recorded load at its own dates, from 2018-07-18T18:00Z or from --now (2016-07 to 2019-06);
the store keeps accounts only`;

function replayStart(now: number | undefined, isRecord: boolean): number | undefined {
  if (!isRecord || now === undefined) return isRecord ? REPLAY_FROM : now;
  if (now < RECORD.first || now >= RECORD.end)
    throw new UsageError('--now must be from 2016-07-01T00:00Z to 2019-06-30T23:59Z with --replay');
  return now;
}

const FASTEST = 600;
const readSpeed: ReadValue<number> = (option, text) => {
  const speed = readCount(option, text);
  if (speed < 1 || speed > FASTEST) throw new UsageError(`${option} must be from 1 to ${FASTEST}, not ${text}`);
  return speed;
};

const DEMO_HELP = `on a store without accounts, create a demo account and print a new key at each start.
GRID: recorded (the default of an empty store) or simulated (made-up load)`;

const readGrid: ReadValue<'' | 'recorded' | 'simulated'> = (option, text) =>
  text === '' ? '' : readWord(option, text, ['recorded', 'simulated']);

/** `loadcast serve`: runs the gateway until the first SIGINT or SIGTERM. */
export function createServeCommand(start: typeof startGateway): Command {
  return defineCommand({
    name: 'serve',
    summary: 'run the service: pages, API, polls and forecasts',
    example: '--now 2023-07-15T18:00Z',
    about: `Settings are environment variables, all optional; the default is in brackets:\n\n${settingLines()}`,
    isText: true,
    options: {
      now: optional('TIME', NOW_HELP, readInstant),
      replay: flag(REPLAY_HELP),
      speed: optional('N', 'run the clock of a replay N times as fast: 60 shows a day in 24 minutes', readSpeed),
      log: flag('write the log to the terminal as JSON lines (always on without a terminal)'),
      demo: optional('GRID', DEMO_HELP, readGrid, { bare: '' }),
    },
    async run({ now, replay, speed: replaySpeed, demo, log }, io) {
      const replayFrom = replayStart(now, replay);
      if (replaySpeed !== undefined && replayFrom === undefined)
        throw new UsageError('--speed needs --replay or --now TIME');
      const screen = io.redraw && !log ? createStartScreen(io) : createStartLines(io);
      try {
        const gateway = await start({
          env: demo ? { ...io.env, SOURCE: demo } : io.env,
          ...(replayFrom !== undefined && { replayFrom, replaysRecord: replay }),
          ...(replaySpeed !== undefined && { replaySpeed }),
          demo: demo !== undefined,
          signal: io.signal,
          logsToFile: screen.isTerminal,
          say: screen.say,
          answers: screen.answers,
        });
        if (!io.signal.aborted) screen.ready();
        if (!io.signal.aborted) await once(io.signal, 'abort');
        screen.end();
        io.err('stopping ...');
        await gateway.stop();
        return 0;
      } finally {
        screen.end();
      }
    },
  });
}

function settingLines(): string {
  const rows = settingRows().map(({ name, defaultText, description }) => [
    name,
    defaultText === '' ? description : `${description} [${defaultText}]`,
  ]);
  return aligned(left('', ''), rows)
    .map((line) => `  ${line}`)
    .join('\n');
}
