import { ACCOUNT } from './account/account-page.js';
import type { Page } from './page.js';

const PAGES: readonly Page[] = [ACCOUNT];

/** The page at a path. */
export const pageAt = (path: string): Page | undefined => PAGES.find(({ isAt }) => isAt(path));
