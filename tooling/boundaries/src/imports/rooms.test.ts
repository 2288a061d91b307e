import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { expectOnlyExceptions } from '../exceptions.js';
import { ROOT } from '../repository.js';
import { isTestCode, sourcesBelow } from '../source-file.js';
import { relativeImports } from './relative-imports.js';
import { BELOW_THE_ROOMS, CORE_ROOMS, FORECAST_ROOMS, ROOM_EXCEPTIONS } from './rooms.data.js';

const CORE = 'packages/core/src';

/** The files behind the package's entry points, which may export from every room. */
const doors = [
  ...readFileSync(`${ROOT}packages/core/package.json`, 'utf8').matchAll(/"@loadcast\/source": "\.\/(src\/[^"]+)"/g),
].map(([, path]) => `packages/core/${path}`);

const folders = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('every folder of core has a row, and every row a folder', () => {
  const rooms = folders(CORE).filter((name) => name !== 'testing');
  expect(rooms.sort()).toEqual(Object.keys(CORE_ROOMS).sort());
});

test('every folder of forecast has a place in the stack, and every place a folder', () => {
  expect(folders(`${CORE}/forecast`).sort()).toEqual([...FORECAST_ROOMS].sort());
});

test('folders of core import what their row allows, and rooms of forecast the rooms below them', () => {
  const files = sourcesBelow(CORE).filter(({ path }) => !isTestCode(path) && !doors.includes(path));
  const found = files.flatMap((file) =>
    relativeImports(file)
      .filter((imported) => !mayImport(inCore(file.path), inCore(imported)))
      .map((imported) => `core/src/${inCore(file.path)} imports ${inCore(imported)}`),
  );
  expectOnlyExceptions(found, ROOM_EXCEPTIONS);
});

const inCore = (path: string): string => path.slice(`${CORE}/`.length);

/** @param file, imported below the sources of core */
function mayImport(file: string, imported: string): boolean {
  const [room, importedRoom] = [file.split('/')[0]!, imported.split('/')[0]!];
  if (room !== importedRoom) {
    const isDoor = importedRoom !== 'forecast' || imported.split('/').length === 2;
    const isComposed = room === 'backtest' || isDoor;
    return isComposed && (CORE_ROOMS[room] ?? []).includes(importedRoom);
  }
  return room !== 'forecast' || floorOf(file) > floorOf(imported) || roomOf(file) === roomOf(imported);
}

/** A room of forecast with the folders in it, or forecast itself. */
const roomOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');

/** The place in the stack of forecast: 0 for the port and the settings, the highest for what composes the rooms. */
function floorOf(path: string): number {
  const [, name = '', file] = path.split('/');
  if (file !== undefined) return 1 + FORECAST_ROOMS.indexOf(name);
  return BELOW_THE_ROOMS.includes(name) ? 0 : 1 + FORECAST_ROOMS.length;
}
