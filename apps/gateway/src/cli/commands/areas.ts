import type { Areas } from '@loadcast/core';
import { left, table } from '@loadcast/observe';
import { openAreas, type Store } from '@loadcast/service';
import { AUTHORITIES } from '@loadcast/sources/eia930-bulk';
import { type Command, UsageError } from '../command.js';
import { type CommandResult, defineCommand } from '../define-command.js';
import { commandsOf, type Open, openedCommand } from '../opened-command.js';
import { flag } from '../options.js';
import { OWN_AREA_OPTIONS, sendOwnArea } from './own-area.js';

const CODES = '[CODE...]';

type AreasStore = Pick<Store, 'areas' | 'areaLedger' | 'close'>;
type AddedArea = Awaited<ReturnType<Store['areaLedger']['list']>>[number];

const list = openedCommand({
  name: 'areas list',
  summary: 'list the areas of the store, or those that can be added',
  example: '--available',
  options: { available: flag('show the balancing authorities and sub-regions that you can add') },
  async run({ areas, areaLedger }: AreasStore, { available }) {
    const rows = available ? availableRows(areas()) : areaRows(areas(), lastRecords(await areaLedger.list()));
    const cells = rows.map(({ code, series, timezone, state, name }) => [code, series, timezone, state, name]);
    return { json: { areas: rows }, text: table(left('code', 'series', 'clock', 'state', 'name'), cells) };
  },
});

/**
 * The authorities, and sub-regions that are no area of the contract: they live by the clock of their authority, whose load and
 * other parts help to forecast them.
 */
const ADDABLE = [
  ...AUTHORITIES.map((authority) => ({ ...authority, parent: null })),
  ...openAreas().list.flatMap(({ id: parent, series: whole, name, timezone, marketTimezone, subAreas = [] }) => {
    const parts = subAreas.map((part) => `${whole}-${part}`).filter((series) => !openAreas().bySeries(series));
    return parts.map((series, at) => ({
      ...{ series, name: `Sub-region of ${name}`, timezone, marketTimezone, parent },
      neighbours: [whole, ...parts.toSpliced(at, 1)].join(' '),
    }));
  }),
];

const availableRows = (areas: Areas) =>
  ADDABLE.filter(({ series }) => areas.bySeries(series)?.retiredAt !== undefined || !areas.bySeries(series)).map(
    ({ series, name, timezone }) => ({ code: codeFor(series), series, timezone, state: 'available', name }),
  );

function areaRows({ list }: Areas, records: ReadonlyMap<string, AddedArea>) {
  const active = list.map(({ id, codes, series, timezone, name, addedAt }) => ({
    code: codes.a[0]?.code ?? codes.c[0]?.code ?? id,
    ...{ series, timezone, name },
    state: addedAt === undefined ? 'contract' : `since ${new Date(addedAt).toISOString()}`,
  }));
  const retired = [...records.values()].flatMap(({ code, series, timezone, name, retiredAt }) =>
    retiredAt === null ? [] : [{ code, series, timezone, name, state: `retired ${new Date(retiredAt).toISOString()}` }],
  );
  return [...active, ...retired];
}

const add = (open: Open<AreasStore>): Command =>
  defineCommand({
    name: 'areas add',
    summary: 'add balancing authorities from EIA-930, or load of your own',
    example: 'BPAT TVA',
    about: `CODE is the EIA's code. If another area already has that code, the new area is called EIA-CODE, as in EIA-PGE.
Gateways follow it within a minute; ingest the EIA's files for past years. With --from, the running service keeps the file's
load under any code you choose; repeat it with newer files.`,
    argument: CODES,
    options: { all: flag('add every authority of `areas list --available`, without sub-regions'), ...OWN_AREA_OPTIONS },
    async run({ all, ...own }, io, codes) {
      if (own.from !== undefined) {
        const [code, second] = codes;
        if (!code || second !== undefined) throw new UsageError('one CODE is needed with --from, such as plant-7');
        return sendOwnArea(code, own, io);
      }
      const { areaLedger, close } = await open(io);
      try {
        const records = await areaLedger.list();
        const wanted = all
          ? ADDABLE.filter(({ parent }) => parent === null)
          : chosen(codes, ADDABLE, ({ series }) => [series, codeFor(series)]);
        const known = lastRecords(records);
        const fresh = wanted.filter(({ series }) => known.get(idOf(series))?.retiredAt !== null);
        const added = fresh.map((authority) => recordOf(authority, io.now()));
        return await keep(areaLedger, records, added, 'added');
      } finally {
        await close();
      }
    },
  });

const retire = openedCommand({
  name: 'areas retire',
  summary: 'stop forecasting added areas; past forecasts stay readable',
  example: 'TVA',
  argument: 'CODE...',
  async run({ areaLedger }: AreasStore, _, io, codes) {
    const records = (await areaLedger.list()).filter(({ accountId }) => accountId === null);
    const active = [...lastRecords(records).values()].filter(({ retiredAt }) => retiredAt === null);
    const ended = chosen(codes, active, ({ code, series }) => [code, series]);
    const now = io.now();
    const retired = ended.map((record) => ({ ...record, knownAt: now, retiredAt: now }));
    return keep(areaLedger, records, retired, 'retired');
  },
});

export const areaCommands = commandsOf(list, add, retire);

/** Keeps records that make a list of areas with those before. @throws {RangeError} they do not */
async function keep(
  ledger: Store['areaLedger'],
  before: readonly AddedArea[],
  records: readonly AddedArea[],
  done: string,
): Promise<CommandResult> {
  openAreas([...before, ...records]);
  if (records.length > 0) await ledger.add(records);
  const codes = records.map(({ code }) => code);
  const text = codes.length === 0 ? 'nothing to change' : `${done} ${codes.join(', ')}`;
  return { json: { [done]: codes }, text };
}

const lastRecords = (records: readonly AddedArea[]): ReadonlyMap<string, AddedArea> =>
  new Map(records.map((record) => [record.id, record]));

/** @throws {UsageError} no code is given, or one names nothing */
function chosen<T>(
  codes: readonly string[],
  among: readonly T[],
  namesOf: (one: T) => readonly string[],
): readonly T[] {
  const found = codes.map((code) => {
    const named = among.find((one) => namesOf(one).includes(code.trim().toUpperCase()));
    if (!named) throw new UsageError(code === '' ? `${CODES} is missing` : `no such area: ${code}. See areas list`);
    return named;
  });
  return [...new Set(found)];
}

const idOf = (series: string): string => `eia-${series.toLowerCase()}`;

/** The EIA's code, unless an area of the contract is called so. */
function codeFor(series: string): string {
  const contract = openAreas();
  const isTaken = (['a', 'b', 'c', 'oasis'] as const).some((set) => contract.find(set, series) !== undefined);
  return isTaken ? `EIA-${series}` : series;
}

function recordOf({ series, ...authority }: (typeof ADDABLE)[number], knownAt: number): AddedArea {
  return {
    ...authority,
    ...{ id: idOf(series), code: codeFor(series), knownAt, kind: 'grid', calendar: 'us' },
    ...{ source: 'eia930', series, retiredAt: null, accountId: null },
  };
}
