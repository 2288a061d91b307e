import { readFileSync, statSync, utimesSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { AreaState, FittedStates, ModelsState } from '@loadcast/core/forecast';
import type { StateFiles } from './state-files.js';

/** Names a fit; one of another fingerprint has other bits. */
interface FitName {
  readonly name: string;
  readonly fingerprint: string;
}

/** The fits of all machines, at most one of a name. Its methods fail when the store does. */
export interface FitTable {
  /** A fit's compressed file, or null in its place where no content is wanted; undefined when there is none. */
  find(fit: FitName & { readonly withContent: boolean }): Promise<Buffer | null | undefined>;
  /** Keeps a fit, unless a later one has its name. @param fit written at an instant, epoch ms */
  put(fit: FitName & { readonly writtenAt: number; readonly content: Buffer }): Promise<void>;
}

type Fit = Pick<FitName, 'fingerprint'>;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Up to a sixth is saved, at 15 MB/s; a higher quality saves no more. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** The largest file has 3 MB. */
const MOST = { maxOutputLength: 32e6 };

/**
 * Shares the fits in files through a table. A file that the table lacks is put there when it is next asked for: a crash after a
 * fit loses nothing. While the table does not answer, files alone are used.
 *
 * @param onTaken called when fits of other machines may have come
 */
export function shareStates(
  { areas, models }: { readonly areas: StateFiles<AreaState>; readonly models: StateFiles<ModelsState> },
  { table, version, onTaken }: { readonly table: FitTable; readonly version: string; onTaken(): void },
): FittedStates {
  let puts = Promise.resolve();

  const share = <State extends Fit>(kind: string, files: StateFiles<State>) => {
    const nameOf = (name: string, { fingerprint }: Fit): FitName => ({
      name: `${kind}/${name}`,
      fingerprint: `${version} ${fingerprint}`,
    });
    const put = (name: string, fit: Fit): void => {
      const work = async () => {
        const file = files.fileOf(name);
        const content = await compress(readFileSync(file), FAST);
        await table.put({ ...nameOf(name, fit), writtenAt: statSync(file).mtimeMs, content });
      };
      puts = puts.then(work).catch(() => undefined);
    };
    return {
      read: (name: string) => files.read(name),
      write(name: string, state: State) {
        files.write(name, state);
        put(name, state);
      },
      async fetch(name: string, wanted: Fit) {
        const isHere = files.read(name)?.fingerprint === wanted.fingerprint;
        const content = await table.find({ ...nameOf(name, wanted), withContent: !isHere });
        if (content) files.place(name, await decompress(content, MOST));
        if (!isHere) return;
        const file = files.fileOf(name);
        utimesSync(file, new Date(), statSync(file).mtime);
        if (content === undefined) put(name, wanted);
      },
    };
  };

  const [ofAreas, ofModels] = [share('areas', areas), share('models', models)];
  return {
    areas: ofAreas,
    models: ofModels,
    async fetch(wanted) {
      await puts;
      await Promise.allSettled([
        ...wanted.areas.map((name) => ofAreas.fetch(name, wanted)),
        ...wanted.models.map((name) => ofModels.fetch(name, wanted)),
      ]);
      onTaken();
    },
  };
}
