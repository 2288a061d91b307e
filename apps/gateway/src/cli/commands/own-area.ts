import { readFile } from 'node:fs/promises';
import { readConfig } from '../../config.js';
import { type CommandIo, UsageError } from '../command.js';
import type { CommandResult } from '../define-command.js';
import { anyText, type OptionTable, type OptionValues, optional } from '../options.js';
import { METER_OPTIONS } from '../values/meter-file.js';

export const OWN_AREA_OPTIONS = {
  from: optional('FILE', 'load of your own, CSV or NDJSON: CODE becomes an area that only your account sees', anyText),
  ...METER_OPTIONS,
  name: optional('TEXT', 'with a file: the name of the area (default: its code)', anyText),
  key: optional(
    'KEY',
    'with a file: an API key of the account (default: LOADCAST_KEY, which ps does not show)',
    anyText,
  ),
  url: optional('URL', 'with a file: the address of the service (default: BASE_URL, or this machine)', anyText),
} as const satisfies OptionTable;

type Fed = Readonly<
  Record<'code' | 'new_hours' | 'restated_hours' | 'start' | 'end' | 'missing', string | number | null>
>;

/** Sends a file of load to the running service: for a new area of the account of the key, or for the one that has the code. */
export async function sendOwnArea(
  code: string,
  { from = '', url, name, key: keyGiven, ...given }: OptionValues<typeof OWN_AREA_OPTIONS>,
  io: CommandIo,
): Promise<CommandResult> {
  const key = keyGiven ?? io.env['LOADCAST_KEY'];
  if (!key) throw new UsageError('LOADCAST_KEY is not set: an API key of the account that gets the area');
  const { BASE_URL, PORT } = readConfig(io.env);
  const body = await readFile(from);
  const address = url ?? BASE_URL ?? `http://127.0.0.1:${PORT}`;
  const ask = asking(address, key, io.signal);
  const areas = (await ask('GET', '')) as readonly { readonly code: string; readonly retired_at: string | null }[];
  const isThere = areas.some((area) => area.code === code.toUpperCase() && area.retired_at === null);
  if (!isThere && given.timezone === undefined)
    throw new UsageError('--timezone ZONE is missing: the clock of the meter, such as America/Chicago');
  const wishes = isThere ? { unit: given.unit, column: given.column } : { code, name, ...given };
  const fields = Object.entries(wishes).flatMap(([field, text]): [string, string][] => (text ? [[field, text]] : []));
  const query = new URLSearchParams(fields);
  const path = isThere ? `/${encodeURIComponent(code)}/load?${query}` : `?${query}`;
  const fed = (await ask(isThere ? 'PUT' : 'POST', path, body)) as Fed;
  const text = `${fed.code}: ${fed.new_hours} new hours, ${fed.restated_hours} restated; load from ${fed.start} to ${fed.end}`;
  const page = `A browser that is signed in to the account shows it at ${address}/r/${fed.code}`;
  return { json: fed, text: [text, page], ...(fed.missing && { note: `no forecast yet: ${fed.missing}` }) };
}

/** @returns asks `/account/areas` of a service, and throws its refusals */
function asking(address: string, key: string, signal: AbortSignal) {
  return async (method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<unknown> => {
    const url = `${address.replace(/\/$/, '')}/account/areas${path}`;
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(url, { method, headers, signal, ...(body && { body }) }).catch((cause: unknown) => {
      throw new Error(`no service answers at ${address}: start it with 'loadcast serve', or give --url`, { cause });
    });
    const answer: unknown = await response.json().catch(() => ({ error: { message: `HTTP ${response.status}` } }));
    const { data, error } = answer as { data?: unknown; error?: { message: string } };
    if (error) throw new Error(`${address}: ${error.message}`);
    return data;
  };
}
