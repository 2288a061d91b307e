import { CALENDARS } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { oneOf, readQuery } from '@loadcast/formats';
import { z } from 'zod';
import { areaSchema, fedSchema } from '../../own-areas/area-json.js';
import { accountEndpoint, bytesBody, withKey } from '../account-endpoint.js';
import { UNITS } from './own-forecasters.js';
import { success, successAnswer } from './success.js';

const LOAD_FILE = 'time,load_kw\n2026-11-20 00:00,412.5\n2026-11-20 01:00,398.2\n';
const loadQuery = z.object({
  unit: oneOf(UNITS).optional(),
  column: z
    .string()
    .meta({ examples: ['usage_kwh'] })
    .optional(),
});

export const areaQuery = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?!ALL$)[A-Z][A-Z0-9-]{1,19}$/, '2 to 20 letters, digits and hyphens, the first a letter, as in plant-7')
    .meta({ examples: ['plant-7'] }),
  name: z
    .string()
    .trim()
    .min(1, 'a name')
    .max(LIMITS.area_name.bound, `up to ${LIMITS.area_name.bound} characters`)
    .regex(/^\P{C}+$/u, 'characters that can be printed')
    .optional(),
  timezone: z
    .string()
    .refine(isZone, 'the IANA name of a clock, as in America/Chicago')
    .meta({ examples: ['America/Chicago'] }),
  holidays: oneOf(Object.keys(CALENDARS)).default('us'),
  ...loadQuery.shape,
});

function isZone(timezone: string): boolean {
  try {
    return /^[A-Za-z]/.test(timezone) && new Intl.DateTimeFormat('en-US', { timeZone: timezone }) !== undefined;
  } catch {
    return false;
  }
}

export const listAreas = accountEndpoint({
  method: 'GET',
  path: '/areas',
  name: 'listOwnAreas',
  title: 'The areas of the account’s own, with retired ones',
  access: withKey,
  answer: successAnswer(z.array(areaSchema)),
  handle: async ({ caller }, { ownAreas }) => success(200, await ownAreas.list(caller.accountId)),
});

export const addArea = accountEndpoint({
  method: 'POST',
  path: '/areas',
  name: 'addOwnArea',
  title: 'Add an area of one’s own with its load as CSV or NDJSON; nobody else sees it',
  access: withKey,
  query: areaQuery,
  body: bytesBody(LIMITS.area_bytes.bound, LOAD_FILE),
  status: 201,
  answer: successAnswer(fedSchema),
  async handle({ caller, body, request }, { ownAreas, areas }) {
    const wishes = readQuery(areaQuery, { query: request.query, areas: areas() });
    return success(201, await ownAreas.add(caller.accountId, caller.plan, wishes, body));
  },
});

export const feedArea = accountEndpoint({
  method: 'PUT',
  path: '/areas/{id}/load',
  name: 'putOwnLoad',
  title: 'Keep more load of an own area; the same rows again change nothing',
  access: withKey,
  query: loadQuery,
  body: bytesBody(LIMITS.area_bytes.bound, LOAD_FILE),
  answer: successAnswer(fedSchema),
  async handle({ caller, id, body, request }, { ownAreas, areas }) {
    const reading = readQuery(loadQuery, { query: request.query, areas: areas() });
    return success(200, await ownAreas.feed(caller.accountId, caller.plan, id, reading, body));
  },
});

export const retireArea = accountEndpoint({
  method: 'DELETE',
  path: '/areas/{id}',
  name: 'retireOwnArea',
  title: 'Forecast an own area no longer; its load and forecasts stay readable',
  access: withKey,
  answer: successAnswer(areaSchema),
  handle: async ({ caller, id }, { ownAreas }) => success(200, await ownAreas.retire(caller.accountId, id)),
});
