import type { Store } from '@loadcast/service';
import { type Command, type CommandIo, UsageError } from '../command.js';
import { defineCommand } from '../define-command.js';
import { required } from '../options.js';
import { readWord } from '../values/read-list.js';
import { showStages } from './copy-stages.js';

const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

const ABOUT = `Copies everything, actuals with all their versions, forecasts, weather, accounts and keys, into an empty store, then
reads both again and compares. sqlite is the store in LOADCAST_DATA_DIR, postgres the database of DATABASE_URL. Stop the
gateways before: nothing may write meanwhile.`;

const readEngine = (option: string, text: string): Engine => readWord(option, text, ENGINES);

export function createCopyCommand(open: (env: CommandIo['env'], engine: Engine) => Promise<Store>): Command {
  return defineCommand({
    name: 'copy',
    summary: 'copy a store to another engine, and compare',
    about: ABOUT,
    options: {
      from: required('ENGINE', 'sqlite or postgres', readEngine),
      to: required('ENGINE', 'the other one', readEngine),
    },
    async run({ from, to }, io) {
      if (from === to) throw new UsageError('--from and --to are the same');
      const stores: Store[] = [];
      const stages = showStages(io);
      try {
        for (const engine of [from, to]) stores.push(await open(io.env, engine));
        const { copyStore } = await import('@loadcast/storage/postgres');
        const report = await copyStore(stores[0]!, stores[1]!, stages.show);
        const counts = `${report.batches} batches and ${report.vintages} forecasts`;
        return { json: report, text: `${counts} copied to ${stores[1]!.place}, and compared` };
      } finally {
        stages.end();
        for (const store of stores) await store.close();
      }
    },
  });
}
