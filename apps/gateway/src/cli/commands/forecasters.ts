import { readFile } from 'node:fs/promises';
import { type ForecasterAdmin, forecasterWishes, submissionQuery } from '@loadcast/accounts';
import { planOfAccount } from '@loadcast/core/quota';
import { parseWithAreas, readQuery } from '@loadcast/formats';
import { listing } from '@loadcast/observe';
import { UsageError } from '../command.js';
import { commandsOf } from '../opened-command.js';
import { anyText, flag, optional, required } from '../options.js';
import { accountCommandOf, type OpenedControl } from './control-command.js';

const forecasterCommand = accountCommandOf<OpenedControl & { readonly admin: ForecasterAdmin }>();

type Shown = Awaited<ReturnType<ForecasterAdmin['list']>>[number];

const add = forecasterCommand({
  name: 'forecasters add',
  summary: 'register a forecaster that submits forecasts',
  example: '--account ana@example.com --name night --regions PJM',
  options: {
    name: required('NAME', 'name of the model or vendor', anyText),
    regions: required('LIST', 'regions that it forecasts: PJM,MISO', anyText),
    gates: optional('LIST', 'market runs that it submits for: DAM,2DA (default: DAM)', anyText),
    public: flag('show its scores to everyone'),
    blend: optional('LIST', 'blend these at each gate: loadcast, operator and ids of forecasters', anyText),
  },
  async run({ admin, account, areas }, { gates, blend, ...given }) {
    const wishes = { ...given, gates: gates?.toUpperCase().split(','), blend: blend?.split(',') };
    const { data, error } = parseWithAreas(areas, () => forecasterWishes.safeParse(wishes));
    if (!data) throw new UsageError(error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join());
    const plan = planOfAccount(account, 'a');
    if (!plan) throw new Error(`${account.email} has no plan for REST`);
    const { regions, public: isPublic, ...rest } = data;
    const made = await admin.add(account.id, plan, { ...rest, areas: regions, isPublic });
    return { json: made, text: made.id };
  },
});

const list = forecasterCommand({
  name: 'forecasters list',
  summary: "list an account's forecasters",
  run: async ({ admin, account }) => forecastersResult(await admin.list(account.id)),
});

type Change = (admin: ForecasterAdmin, accountId: string, id: string) => Promise<Shown>;

/** A command that changes one forecaster, and shows it. */
const changing = (name: string, summary: string, change: Change) =>
  forecasterCommand({
    name,
    summary,
    example: 'fct_12 --account ana@example.com',
    argument: 'FORECASTER_ID',
    run: async ({ admin, account }, _, __, [id]) => forecastersResult([await change(admin, account.id, id)]),
  });

const changes = [
  changing('forecasters publish', 'show its scores and runs to everyone from now on', (admin, ...forecaster) =>
    admin.publish(...forecaster, true),
  ),
  changing('forecasters hide', 'show its scores and runs to its account alone from now on', (admin, ...forecaster) =>
    admin.publish(...forecaster, false),
  ),
  changing(
    'forecasters retire',
    'stop accepting forecasts from a forecaster; past ones are kept',
    (admin, ...forecaster) => admin.retire(...forecaster),
  ),
];

const submit = forecasterCommand({
  name: 'submit',
  summary: 'submit a forecast: CSV, NDJSON or JSON with timestamp, value_mw and, if you have them, p10 and p90',
  example: 'tomorrow.csv --account ana@example.com',
  argument: 'FILE',
  options: {
    forecaster: optional('ID', 'the forecaster (default: the only active one of the account)', anyText),
    region: optional('CODE', 'the region, if the forecaster has several', anyText),
    unit: optional('UNIT', 'the unit, if the column does not name it: kW, MW', anyText),
    'request-key': optional('TEXT', 'a retry with the same text and file gets the first receipt', anyText),
  },
  async run({ admin, account, areas }, { forecaster, region = '', unit = '', 'request-key': requestKey }, _, [file]) {
    const query = [region && `region=${encodeURIComponent(region)}`, unit && `unit=${encodeURIComponent(unit)}`];
    const { region: area, ...named } = readQuery(submissionQuery, { query: query.filter(Boolean).join('&'), areas });
    const id = forecaster ?? onlyActive(await admin.list(account.id));
    const handedIn = { bytes: await readFile(file), area, ...named, requestKey };
    const receipt = await admin.submit(account.id, id, handedIn);
    const { hours, received_at, late_for, sha256 } = receipt;
    const late = late_for.length > 0 && { note: `late for ${late_for.join(', ')}` };
    return { json: receipt, text: `${receipt.region}: ${hours} hours at ${received_at}, ${sha256}`, ...late };
  },
});

export const forecasterCommands = commandsOf(add, list, ...changes, submit);

const forecastersResult = (forecasters: readonly Shown[]) =>
  listing(['id', 'regions', 'gates', 'scores', 'state', 'name'], forecasters, (shown) => [
    ...[shown.id, shown.regions.join(), shown.gates.join(), shown.public ? 'public' : 'private'],
    ...[shown.retired_at === null ? 'active' : `retired ${shown.retired_at}`, shown.name],
  ]);

function onlyActive(forecasters: readonly Shown[]): string {
  const [only, second] = forecasters.filter(({ retired_at }) => retired_at === null);
  if (only && !second) return only.id;
  throw new UsageError(`--forecaster ID is missing: the account has ${only ? 'several' : 'no active'} forecasters`);
}
