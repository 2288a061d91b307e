import { type Demo, type SignUpSettings, signUpPlans } from '@loadcast/accounts';
import { type Grid, openConsole, type Program } from '@loadcast/console';
import { type Areas, type CodedArea, findPlan, HORIZONS, PLANS, type Plan } from '@loadcast/core';
import { PEAK_PROGRAMS } from '@loadcast/core/insight';
import { ANSWER_FORMATS, type Surface } from '@loadcast/formats';
import type { Mount } from '@loadcast/formats/node';
import type { Config } from '../config.js';
import type { Documents } from '../docs/documents.js';
import { createPages, type PageFacts } from '../http/pages.js';
import { createConsoleSurface, stateOf, TEXT_HEADERS } from './console-surface.js';
import { createFirstPaint } from './first-paint.js';

export interface ConsoleOptions {
  areas(): Areas;
  readonly facts: PageFacts;
  readonly config: Pick<Config, 'SIGN_UP' | 'INSECURE_HTTP'> & SignUpSettings;
  readonly mounts: readonly Mount[];
  /** Absent: a visitor without an account sees no data. */
  readonly demo?: Pick<Demo, 'principal'> | undefined;
  /** The reference, which is put into the frame of the console. */
  readonly documents: Documents;
}

/** The console, and the reference in its frame. */
export function openConsoleSurface({
  areas,
  facts: pageFacts,
  config,
  mounts,
  demo,
  documents,
}: ConsoleOptions): Surface {
  const console = openConsole();
  const coded = areas().coded('a');
  const grids = coded.map(gridOf);
  const utilities = areas().listed.filter(({ code }) => !coded.some((grid) => grid.code === code));
  const isShown = (id: (typeof coded)[number]['area']['id']): boolean =>
    demo !== undefined && (demo.principal.regions?.includes(id) ?? true);
  const shown = [...coded, ...utilities].flatMap(({ area, code }) => (isShown(area.id) ? [code] : []));
  const programs = coded.flatMap(programsOf);
  const plan = findPlan('a', signUpPlans(config).a ?? '');
  const facts = {
    ...pageFacts,
    ...{ grids, utilities: utilities.map(gridOf), programs, demo: shown, signUp: config.SIGN_UP },
    ...{
      horizons: HORIZONS.map(horizonOf),
      rangesPlan: firstPlan(({ quantiles }) => quantiles),
      formats: ANSWER_FORMATS,
    },
    signUpPlan: plan && { name: plan.name, callsAnHour: plan.requestsPerHour },
    allowsHttp: config.INSECURE_HTTP === '1',
  };
  const tag = JSON.stringify([pageFacts, [...console.assets.keys()]]);
  const otherwise = createPages(pageFacts, documents, {
    tag,
    page: (title, body, request) => ({
      status: 200,
      headers: TEXT_HEADERS,
      body: console.frame(title, `<h1>${title}</h1>${body}`, stateOf({ facts }, request)),
    }),
  });
  return createConsoleSurface({
    console,
    facts,
    firstPaint: createFirstPaint(areas, mounts, demo?.principal),
    otherwise,
  });
}

const horizonOf = ({ id, hours, run, gateDays }: (typeof HORIZONS)[number]) => {
  const plan = firstPlan(({ horizons }) => horizons.includes(id));
  return { id, days: hours / 24, gate: run.toLowerCase(), gateDays, plan };
};

/** The name of the first plan of surface A that has something; undefined where all have it. */
function firstPlan(has: (plan: Plan) => boolean): string | undefined {
  const plans = PLANS.filter(({ surface }) => surface === 'a');
  return plans.every(has) ? undefined : plans.find(has)?.name;
}

const gridOf = ({ area, code }: CodedArea): Grid => ({
  code,
  name: area.name,
  territory: area.territory,
  zone: area.timezone,
  marketZone: area.marketTimezone,
});

const programsOf = ({ area, code }: CodedArea): Program[] =>
  PEAK_PROGRAMS.filter(({ areaId }) => areaId === area.id).map(({ id, name, rule, months }) => ({
    id,
    grid: code,
    name,
    rule,
    season: months.map(monthText).join('–'),
  }));

const monthText = (month: number): string =>
  new Date(Date.UTC(2026, month - 1)).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
