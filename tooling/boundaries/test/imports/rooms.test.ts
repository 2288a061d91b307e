import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { expectOnlyExceptions } from '../exceptions.js';
import { ROOT } from '../repository.js';
import { isTestCode, type SourceFile, sourcesBelow } from '../source-file.js';
import { relativeImports } from './relative-imports.js';
import { BELOW_THE_ROOMS, CORE_ROOMS, FORECAST_ROOMS, ROOM_EXCEPTIONS, ROOM_STACKS } from './rooms.data.js';

const CORE = 'packages/core/src';
/** The rooms of each package, lowest first. */
const STACKS: Readonly<Record<string, readonly string[]>> = { [CORE]: Object.keys(CORE_ROOMS), ...ROOM_STACKS };

const folders = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Files that the rule reads: an `index.ts` is a door, which may export from every room. */
const filesOf = (source: string): SourceFile[] =>
  sourcesBelow(source).filter(({ path }) => !isTestCode(path) && basename(path) !== 'index.ts');

test('every package and app has its stack of rooms, and every stack a package', () => {
  const sources = ['packages', 'apps'].flatMap((parent) => folders(parent).map((name) => `${parent}/${name}/src`));
  expect(sources.filter((source) => existsSync(join(ROOT, source))).sort()).toEqual(Object.keys(STACKS).sort());
});

test.each(Object.entries(STACKS))(
  'every folder of %s has a place in its stack, and every place is there',
  (source, stack) => {
    const rooms = folders(source).filter((name) => name !== 'testing');
    expect(rooms.filter((name) => !stack.includes(name))).toEqual([]);
    expect(stack.filter((name) => name !== '.' && !existsSync(join(ROOT, source, name)))).toEqual([]);
  },
);

test('every folder of forecast has a place in the stack, and every place a folder', () => {
  expect(folders(`${CORE}/forecast`).sort()).toEqual([...FORECAST_ROOMS].sort());
});

test('what a room of core may import comes before it', () => {
  const rooms = Object.keys(CORE_ROOMS);
  const backward = Object.entries(CORE_ROOMS).flatMap(([room, allowed]) =>
    allowed.filter((name) => rooms.indexOf(name) >= rooms.indexOf(room)).map((name) => `${room} may import ${name}`),
  );
  expect(backward).toEqual([]);
});

test('rooms import only rooms below them, by value and by type, and no door of their own package', () => {
  const found = Object.keys(STACKS).flatMap((source) => filesOf(source).flatMap((file) => wrongImports(source, file)));
  expectOnlyExceptions(found, ROOM_EXCEPTIONS);
});

const wrongImports = (source: string, file: SourceFile): string[] =>
  relativeImports(file)
    .filter((imported) => imported.startsWith(`${source}/`))
    .map((imported) => imported.slice(source.length + 1))
    .filter((imported) => !mayImport(source, file.path.slice(source.length + 1), imported))
    .map((imported) => `${file.path} imports ${imported}`);

/** @param file, imported below `source` */
function mayImport(source: string, file: string, imported: string): boolean {
  if (basename(imported) === 'index.ts') return false;
  const stack = STACKS[source]!;
  const [room, importedRoom] = [roomIn(stack, file), roomIn(stack, imported)];
  if (source === CORE) return mayImportInCore(file, imported);
  return room === importedRoom || placeIn(stack, importedRoom) < placeIn(stack, room);
}

/** A folder, or a file of the stack; `.` for the other files beside the folders. */
function roomIn(stack: readonly string[], path: string): string {
  const [first = ''] = path.split('/');
  return path.includes('/') || stack.includes(first) ? first : '.';
}

/** Files without a place of their own stand above all rooms. */
const placeIn = (stack: readonly string[], room: string): number =>
  stack.includes(room) ? stack.indexOf(room) : stack.length;

/** Rooms of core import what their row allows, and rooms of forecast the rooms below them. */
function mayImportInCore(file: string, imported: string): boolean {
  const [room, importedRoom] = [file.split('/')[0]!, imported.split('/')[0]!];
  if (room !== importedRoom) {
    const isDoor = importedRoom !== 'forecast' || imported.split('/').length === 2;
    const isComposed = room === 'backtest' || isDoor;
    return isComposed && (CORE_ROOMS[room] ?? []).includes(importedRoom);
  }
  return room !== 'forecast' || floorOf(file) > floorOf(imported) || forecastRoomOf(file) === forecastRoomOf(imported);
}

/** A room of forecast with the folders in it, or forecast itself. */
const forecastRoomOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');

/** The place in the stack of forecast: 0 for the port and the settings, the highest for what composes the rooms. */
function floorOf(path: string): number {
  const [, name = '', file] = path.split('/');
  if (file !== undefined) return 1 + FORECAST_ROOMS.indexOf(name);
  return BELOW_THE_ROOMS.includes(name) ? 0 : 1 + FORECAST_ROOMS.length;
}
