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
 * @param onKept called with the bytes of files that came since the last call
 */
export function shareStates(
  { areas, models }: { readonly areas: StateFiles<AreaState>; readonly models: StateFiles<ModelsState> },
  { table, version, onKept }: { readonly table: FitTable; readonly version: string; onKept(bytes: number): void },
): FittedStates {
  let kept = 0;
  let puts = Promise.resolve();

  const share = <State extends Fit>(kind: string, files: StateFiles<State>) => {
    const nameOf = (name: string, { fingerprint }: Fit): FitName => ({
      name: `${kind}/${name}`,
      fingerprint: `${version} ${fingerprint}`,
    });
    const put = (name: string, fit: Fit): void => {
      const work = async () => {
        const file = files.fileOf(name);
        const bytes = readFileSync(file);
        kept += bytes.length;
        const content = await compress(bytes, FAST);
        await table.put({ ...nameOf(name, fit), writtenAt: statSync(file).mtimeMs, content });
      };
      puts = puts.then(work).catch(() => undefined);
    };
    /** States of the last fetch, which its caller reads next. */
    const fetched = new Map<string, State>();
    return {
      fetched,
      read: (name: string) => fetched.get(name) ?? files.read(name),
      write(name: string, state: State) {
        fetched.delete(name);
        files.write(name, state);
        put(name, state);
      },
      async fetch(name: string, wanted: Fit) {
        const state = files.read(name);
        const isHere = state?.fingerprint === wanted.fingerprint;
        if (isHere) fetched.set(name, state);
        const content = await table.find({ ...nameOf(name, wanted), withContent: !isHere });
        if (content) {
          const bytes = await decompress(content, MOST);
          files.place(name, bytes);
          kept += bytes.length;
        }
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
      ofAreas.fetched.clear();
      ofModels.fetched.clear();
      await puts;
      await Promise.allSettled([
        ...wanted.areas.map((name) => ofAreas.fetch(name, wanted)),
        ...wanted.models.map((name) => ofModels.fetch(name, wanted)),
      ]);
      onKept(kept);
      kept = 0;
    },
  };
}
