import type { CopyProgress } from '@loadcast/storage/postgres';
import type { CommandIo } from '../command.js';
import { type Progress, startProgress } from '../progress.js';

export function showStages(io: CommandIo): { show(progress: CopyProgress): void; end(): void } {
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
