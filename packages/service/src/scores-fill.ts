import { createPause } from '@loadcast/formats';
import type { Log } from '@loadcast/observe';
import { fillScores } from '@loadcast/surface-a';
import type { Runtime } from './runtime.js';

/** From the end of a fill to the next: one that finds nothing new takes about 2 ms. */
const EVERY_MS = 10_000;

export interface ScoresFillOptions {
  readonly runtime: Pick<Runtime, 'areas' | 'actuals' | 'vintages' | 'clock'>;
  readonly log: Pick<Log, 'warn'>;
  readonly everyMs?: number;
}

/**
 * Computes scores in the background, in slices of a few ms, whenever load, runs or a new day have changed them, so that
 * requests find them ready.
 *
 * @returns what ends it, and resolves once it has ended
 */
export function startScoresFill({ runtime, log, everyMs = EVERY_MS }: ScoresFillOptions): () => Promise<void> {
  const stop = new AbortController();
  const pause = createPause({ check: () => stop.signal.throwIfAborted() });
  const deps = { actuals: runtime.actuals, vintages: runtime.vintages, pause };
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;

  async function fill(): Promise<void> {
    try {
      await fillScores(deps, runtime.areas(), runtime.clock.now());
      hasFailed = false;
    } catch (err) {
      if (!hasFailed && !stop.signal.aborted) log.warn({ err }, 'scores are not made ahead: who asks for them waits');
      hasFailed = true;
    }
  }
  let underWay = fillAndGoOn();
  async function fillAndGoOn(): Promise<void> {
    await fill();
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = fillAndGoOn();
    }, everyMs);
    timer.unref();
  }
  return async () => {
    stop.abort(new Error('the gateway stops'));
    clearTimeout(timer);
    await underWay;
  };
}
