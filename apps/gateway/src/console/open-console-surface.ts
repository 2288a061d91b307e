import type { Demo } from '@loadcast/accounts';
import { type Grid, openConsole, type Program } from '@loadcast/console';
import { type CodedArea, codedAreas } from '@loadcast/core';
import { PEAK_PROGRAMS } from '@loadcast/core/insight';
import { LISTED_AREAS, type Surface } from '@loadcast/formats';
import type { Mount } from '@loadcast/formats/node';
import type { Config } from '../config.js';
import type { Documents } from '../docs/documents.js';
import { createPages, type PageFacts } from '../http/pages.js';
import { createConsoleSurface, stateOf, TEXT_HEADERS } from './console-surface.js';
import { createFirstPaint } from './first-paint.js';

export interface ConsoleOptions {
  readonly facts: PageFacts;
  readonly signUp: Config['SIGN_UP'];
  /** What pages read from. */
  readonly mounts: readonly Mount[];
  /** Absent: a visitor without an account sees no data. */
  readonly demo?: Pick<Demo, 'principal'> | undefined;
  /** The reference, which is put into the frame of the console. */
  readonly documents: Documents;
}

/** The console, and the reference in its frame. */
export function openConsoleSurface({ facts: pageFacts, signUp, mounts, demo, documents }: ConsoleOptions): Surface {
  const console = openConsole();
  const coded = codedAreas('a');
  const grids = coded.map(gridOf);
  const utilities = LISTED_AREAS.filter(({ code }) => !coded.some((grid) => grid.code === code));
  const isShown = (id: (typeof coded)[number]['area']['id']): boolean =>
    demo !== undefined && (demo.principal.regions?.includes(id) ?? true);
  const shown = [...coded, ...utilities].flatMap(({ area, code }) => (isShown(area.id) ? [code] : []));
  const programs = coded.flatMap(programsOf);
  const facts = { ...pageFacts, grids, utilities: utilities.map(gridOf), programs, demo: shown, signUp };
  const tag = JSON.stringify([pageFacts, [...console.assets.keys()]]);
  const otherwise = createPages(pageFacts, documents, {
    tag,
    page: (title, body, request) => ({
      status: 200,
      headers: TEXT_HEADERS,
      body: console.frame(title, `<h1>${title}</h1>${body}`, stateOf({ facts }, request)),
    }),
  });
  return createConsoleSurface({ console, facts, firstPaint: createFirstPaint(mounts, demo?.principal), otherwise });
}

const gridOf = ({ area, code }: CodedArea): Grid => ({
  code,
  name: area.name,
  territory: area.territory,
  zone: area.timezone,
  marketZone: area.marketTimezone,
});

const programsOf = ({ area, code }: CodedArea): Program[] =>
  PEAK_PROGRAMS.filter(({ areaId }) => areaId === area.id).map(({ id, name, rule }) => ({
    id,
    grid: code,
    name,
    rule,
  }));
