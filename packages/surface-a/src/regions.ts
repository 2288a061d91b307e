import { type Areas, type CodedArea, HORIZON_IDS, RESOLUTIONS } from '@loadcast/core';
import { count, endpoint, isoUtc, json, noEffect, oneOf } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import * as fields from './answers/answer-fields.js';
import { jsonAnswer, success } from './answers/answer-forms.js';

const regionsQuery = z.object({
  scope: oneOf(['contract', 'all']).default('contract'),
  as_of: noEffect('the list of regions does not depend on time'),
});

type Scope = z.output<typeof regionsQuery>['scope'];

const recordOf = ({ area, code }: CodedArea) => ({
  region: code,
  iso_name: area.name,
  area: area.territory,
  timezone: area.timezone,
  available_horizons: HORIZON_IDS,
  available_resolutions: RESOLUTIONS,
  aliases: area.codes.a.flatMap(({ aliases = [] }) => aliases),
  status: 'active',
});

function regionList(areas: Areas, scope: Scope) {
  const listed = areas.coded('a').filter(({ area }) => scope === 'all' || area.addedAt === undefined);
  const data = listed.map(recordOf);
  return { data, etag: etagOf('a regions', JSON.stringify(data)) };
}

/** Both lists and their tags, made once for each snapshot of areas. */
const LISTS = new WeakMap<Areas, Readonly<Record<Scope, ReturnType<typeof regionList>>>>();

function regionLists(areas: Areas) {
  const lists = LISTS.get(areas) ?? { contract: regionList(areas, 'contract'), all: regionList(areas, 'all') };
  LISTS.set(areas, lists);
  return lists;
}

export const regionsAnswer = z.strictObject({
  ...success(
    z.array(
      z.strictObject({
        region: fields.region,
        iso_name: z.string(),
        area: z.string(),
        timezone: z.string().describe('Local time zone, IANA.'),
        available_horizons: z.array(z.enum(HORIZON_IDS)),
        available_resolutions: z.array(z.enum(RESOLUTIONS)),
        aliases: z.array(z.string()),
        status: z.literal('active'),
      }),
    ),
  ),
  meta: z.strictObject({ count: count('Regions.'), generated_at: fields.generatedAt }),
});

/** GET /v1/regions: the same for every caller, no key needed. */
export const regionsEndpoint = endpoint({
  path: '/regions',
  name: 'listRegions',
  title: 'The regions, with their clocks, horizons and aliases',
  notes: ['`scope=all` also lists the areas that the operator of the service added.'],
  access: 'public',
  conditional: true,
  query: regionsQuery,
  answers: [jsonAnswer(regionsAnswer)],
  examples: ['', 'scope=all'],
  prepare(_deps: object, { scope }, { areas, receivedAt }) {
    const { data, etag } = regionLists(areas)[scope];
    const meta = { count: data.length, generated_at: isoUtc(receivedAt) };
    return {
      regions: [],
      etag,
      reply: () => json(200, { status: 'success', data, meta }),
    };
  },
});
