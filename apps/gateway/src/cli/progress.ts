import type { CommandIo } from './command.js';

/** How far a long command is. It is a bar on a terminal, elsewhere a plain line at each tenth. */
export interface Progress {
  update(done: number, note: string): void;
  stop(): void;
}

const BAR_LENGTH = 40;

/**
 * @param total in the unit that `update` counts
 * @param unit as printed behind the numbers
 */
export function startProgress(io: Pick<CommandIo, 'err' | 'redraw'>, total: number, unit: string): Progress {
  let shown = '';
  let lastTenth = 0;
  return {
    update(done, note) {
      const share = done / Math.max(1, total);
      const counts = `${Math.floor(done)} of ${Math.ceil(total)} ${unit}`;
      const tenth = Math.floor(10 * share);
      if (!io.redraw && tenth !== lastTenth) io.err(`${10 * tenth} % (${counts}) ${note}`);
      lastTenth = tenth;
      const bar = '='.repeat(Math.floor(BAR_LENGTH * Math.min(1, share))).padEnd(BAR_LENGTH);
      const line = `${bar} ${Math.floor(100 * share)} % | ${counts} | ${note}`;
      if (line !== shown) io.redraw?.(line);
      shown = line;
    },
    stop: () => io.redraw?.(''),
  };
}
