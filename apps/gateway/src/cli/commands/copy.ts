import { type CopyProgress, copyStore } from '@loadcast/storage/postgres';
import type { Store } from '../../wiring.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';
import { type Progress, startProgress } from '../progress.js';

const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

const USAGE = `usage: loadcast copy --from sqlite|postgres --to sqlite|postgres [--json]

Copies everything, actuals with all their versions, forecasts, weather, accounts and keys, into an empty store, then reads both
again and compares. sqlite is the store in LOADCAST_DATA_DIR, postgres the database of DATABASE_URL. Stop the gateways
before: nothing may write meanwhile.

  --json   print counts and checksum as JSON`;

/** `loadcast copy --from --to` */
export function createCopyCommand(open: (env: CommandIo['env'], engine: Engine) => Promise<Store>): Command {
  return {
    name: 'copy',
    summary: 'copy a store to another engine, and compare',
    usage: USAGE,
    async run(args, io) {
      const text = { type: 'string' } as const;
      const { values } = readArgs(args, { from: text, to: text, json: { type: 'boolean' } });
      const [from, to] = [readEngine('--from', values.from), readEngine('--to', values.to)];
      if (from === to) throw new UsageError('--from and --to are the same');
      const stores: Store[] = [];
      const stages = showStages(io);
      try {
        for (const engine of [from, to]) stores.push(await open(io.env, engine));
        const report = await copyStore(stores[0]!, stores[1]!, stages.show);
        stages.end();
        io.out(
          values.json
            ? JSON.stringify(report)
            : `${report.batches} batches and ${report.vintages} forecasts copied to ${stores[1]!.place}, and compared`,
        );
        return 0;
      } finally {
        stages.end();
        for (const store of stores) await store.close();
      }
    },
  };
}

function readEngine(option: string, text: string | undefined): Engine {
  const engine = ENGINES.find((name) => name === text);
  if (!engine) throw new UsageError(`${option}: one of ${ENGINES.join(', ')} is expected`);
  return engine;
}

/** A bar for each stage of the copy. */
function showStages(io: CommandIo): { show(progress: CopyProgress): void; end(): void } {
  let current: { readonly stage: string; readonly progress: Progress } | undefined;
  const end = () => {
    current?.progress.stop();
    current = undefined;
  };
  return {
    end,
    show({ stage, done, total }) {
      if (current?.stage !== stage) {
        end();
        current = { stage, progress: startProgress(io, total, stage) };
      }
      current?.progress.update(done, '');
    },
  };
}
