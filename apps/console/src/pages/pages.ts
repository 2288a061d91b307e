import { ACCOUNT } from './account/account-page.js';
import { BUILD } from './build/build-page.js';
import { GRID_NOW } from './grid-now/grid-now.js';
import type { Page } from './page.js';
import { PEAKS } from './peaks/peaks-page.js';
import { REGION } from './region/region-page.js';
import { SCOREBOARD } from './scoreboard/scoreboard.js';
import { STATUS } from './status/status-page.js';
import { TIME_MACHINE } from './time-machine/time-machine.js';

const PAGES: readonly Page[] = [GRID_NOW, REGION, TIME_MACHINE, PEAKS, SCOREBOARD, BUILD, STATUS, ACCOUNT];

const PATHS = PAGES.map((page) => ({
  page,
  matches: new RegExp(`^${page.pattern.replace('{grid}', '[A-Za-z]+')}$`),
}));

/** The page at a path. */
export const pageAt = (path: string): Page | undefined =>
  PATHS.find(({ matches }) => matches.test(path === '' ? '/' : path))?.page;
