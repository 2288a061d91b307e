import type { Area, Areas, EpochMs } from '@loadcast/core';
import { loadShortfall } from '@loadcast/core/series';
import { left, table } from '@loadcast/observe';
import { openAreas, type Store } from '@loadcast/service';
import { AUTHORITIES, REFUSED_AUTHORITIES } from '@loadcast/sources/eia930-bulk';
import { PROGRAM } from '../../http/program-name.js';
import { type Command, UsageError } from '../command.js';
import { type CommandResult, defineCommand } from '../define-command.js';
import { commandsOf, type Open, openedCommand } from '../opened-command.js';
import { flag } from '../options.js';
import { OWN_AREA_OPTIONS, sendOwnArea } from './own-area.js';

const CODES = '[CODE...]';

type AreasStore = Pick<Store, 'areas' | 'areaLedger' | 'actuals' | 'close'>;
type AddedArea = Awaited<ReturnType<Store['areaLedger']['list']>>[number];

const list = openedCommand({
  name: 'areas list',
  summary: 'list the areas of the store, or those that can be added',
  example: '--available',
  options: { available: flag('show the balancing authorities and sub-regions that you can add, and why not') },
  async run(store: AreasStore, { available }, io) {
    const areas = available ? availableIn(store.areas()) : store.areas().list;
    const why = await Promise.all(areas.map(shortfallsIn(store, io.now())));
    const others = available ? REFUSED : retiredRows([...lastRecords(await store.areaLedger.list()).values()]);
    const rows = [...areas.map((area, at) => rowOf(area, why[at])), ...others];
    const cells = rows.map(({ code, series, timezone, name, state }) => [code, series, timezone, name, state]);
    return { json: { areas: rows }, text: table(left('code', 'series', 'clock', 'name', 'state'), cells) };
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

/** Why an area is not forecast: the load of the store is too little. */
const shortfallsIn =
  ({ actuals }: AreasStore, now: EpochMs) =>
  async ({ series, needs }: Area) =>
    needs && loadShortfall(await actuals.read({ series, measure: 'demand' }), needs, now);

const availableIn = (areas: Areas): readonly Area[] => {
  const free = ADDABLE.filter(({ series }) => (areas.bySeries(series) ?? { retiredAt: 0 }).retiredAt !== undefined);
  return openAreas(free.map((row) => recordOf(row, 0))).list.filter(({ addedAt }) => addedAt === 0);
};

const REFUSED = Object.entries(REFUSED_AUTHORITIES).map(([code, why]) => ({
  ...{ code, series: code, timezone: '', name: '', state: `not offered: ${why}` },
}));

function rowOf({ id, codes, series, timezone, name, addedAt }: Area, why: string | undefined) {
  const code = codes.a[0]?.code ?? codes.c[0]?.code ?? id;
  const since = addedAt === undefined ? 'contract' : `since ${new Date(addedAt).toISOString()}`;
  const state = addedAt === 0 ? 'available' : since;
  return { code, series, timezone, name, state: why === undefined ? state : `inactive: ${why}` };
}

const retiredRows = (records: readonly AddedArea[]) =>
  records.flatMap(({ code, series, timezone, name, retiredAt }) =>
    retiredAt === null ? [] : [{ code, series, timezone, name, state: `retired ${new Date(retiredAt).toISOString()}` }],
  );

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
      if (own.timezone && !own.from) throw new UsageError('--from FILE is missing: the load of the area');
      if (own.from !== undefined) {
        const [code, second] = codes;
        if (!code || second !== undefined) throw new UsageError('one CODE is needed with --from, such as plant-7');
        return sendOwnArea(code, own, io);
      }
      const store = await open(io);
      const { areaLedger } = store;
      try {
        const records = await areaLedger.list();
        const wanted = all
          ? ADDABLE.filter(({ parent }) => parent === null)
          : chosen(codes, ADDABLE, ({ series }) => [series, codeFor(series)]);
        const known = lastRecords(records);
        const fresh = wanted.filter(({ series }) => known.get(idOf(series))?.retiredAt !== null);
        const added = fresh.map((authority) => recordOf(authority, io.now()));
        const result = await keep(areaLedger, records, added, 'added');
        return { ...result, note: await notesOf(store, added, io.now()) };
      } finally {
        await store.close();
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

const MORE_LOAD = `Gateways read the last 60 days. Ingest the EIA’s files for more: ${PROGRAM} ingest eia930 EIA930_*.csv.gz`;

/** What added areas need before they are forecast. */
async function notesOf(store: AreasStore, added: readonly AddedArea[], now: EpochMs): Promise<string[]> {
  const areas = openAreas(added).list.filter(({ addedAt }) => addedAt !== undefined);
  const reasons = await Promise.all(areas.map(shortfallsIn(store, now)));
  const notes = [...new Set(reasons)].flatMap((reason) => {
    const those = areas.filter((_, at) => reasons[at] === reason).map(({ codes }) => codes.a[0]!.code);
    return reason === undefined ? [] : [`no forecast yet of ${those.join(', ')}: ${reason}`];
  });
  return notes.length === 0 ? notes : [...notes, MORE_LOAD];
}

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
    const refusal = REFUSED_AUTHORITIES[code.trim().toUpperCase()];
    if (!named && refusal) throw new UsageError(`${code} is not offered: it ${refusal}`);
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
