import { SingleBar } from 'cli-progress';
import type { CommandIo } from './command.js';

/** How far a long command is. It is a bar on a terminal, elsewhere a plain line at each tenth. */
export interface Progress {
  update(done: number, note: string): void;
  stop(): void;
}

/**
 * @param total in the unit that `update` counts
 * @param unit as printed behind the numbers
 */
export function startProgress(io: CommandIo, total: number, unit: string): Progress {
  return io.interactive ? bar(total, unit) : lines(io, total, unit);
}

function bar(total: number, unit: string): Progress {
  const single = new SingleBar({
    format: `{bar} {percentage} % | {value}/{total} ${unit} | {note}`,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    hideCursor: true,
    stream: process.stderr,
  });
  single.start(total, 0, { note: '' });
  return { update: (done, note) => single.update(done, { note }), stop: () => single.stop() };
}

function lines(io: CommandIo, total: number, unit: string): Progress {
  let lastTenth = 0;
  return {
    update(done, note) {
      const tenth = Math.floor((10 * done) / Math.max(1, total));
      if (tenth === lastTenth) return;
      lastTenth = tenth;
      io.err(`${10 * tenth} % (${Math.round(done)}/${Math.round(total)} ${unit}) ${note}`);
    },
    stop() {},
  };
}
