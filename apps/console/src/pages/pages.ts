import type { PageState } from '../data/facts.js';
import { ACCOUNT } from './account/account-page.js';
import { BUILD } from './build/build-page.js';
import { findGrid } from './grid-at.js';
import { GRID_NOW } from './grid-now/grid-now.js';
import type { Page } from './page.js';
import { PEAKS } from './peaks/peaks-page.js';
import { REGION } from './region/region-page.js';
import { SCOREBOARD } from './scoreboard/scoreboard.js';
import { STATUS } from './status/status-page.js';
import { TIME_MACHINE } from './time-machine/time-machine.js';
import { WITHHELD } from './withheld/withheld-page.js';

const PAGES: readonly Page[] = [GRID_NOW, REGION, TIME_MACHINE, PEAKS, SCOREBOARD, WITHHELD, BUILD, STATUS, ACCOUNT];

const PATHS = PAGES.map((page) => ({
  page,
  isOfGrid: page.pattern.includes('{grid}'),
  matches: new RegExp(`^${page.pattern.replace('{grid}', '[A-Za-z][A-Za-z0-9-]*')}$`),
}));

/** The page at a path; undefined where there is none, or no such grid. */
export const pageAt = (state: Pick<PageState, 'path' | 'facts'>): Page | undefined =>
  PATHS.find(
    ({ matches, isOfGrid }) =>
      matches.test(state.path === '' ? '/' : state.path) && (!isOfGrid || findGrid(state) !== undefined),
  )?.page;
