import { plansPage } from './plans-page.js';

/** A page of the running service that is made from Markdown. */
export interface GuideSource {
  /** Last segment of its path below `/docs`. */
  readonly slug: string;
  readonly title: string;
  /** A line for lists of pages. */
  readonly summary: string;
  /** A page of the repository, a folder whose pages become its parts, or a function that writes the page. */
  readonly from: string | (() => string);
}

/** What `/docs` of a service has beside the reference. */
export const GUIDES: readonly GuideSource[] = [
  {
    slug: 'plans',
    title: 'Plans and limits',
    summary: 'What each plan may ask, and how calls are counted.',
    from: plansPage,
  },
  {
    slug: 'recipes',
    title: 'Recipes',
    summary: 'A few lines each for Excel, pandas, R, Grafana and other tools.',
    from: 'docs/recipes/',
  },
  {
    slug: 'data',
    title: 'Data',
    summary: 'Where load comes from, its faults, the clock faults of EIA-930, and what counts as known when.',
    from: 'docs/data.md',
  },
  { slug: 'glossary', title: 'Glossary', summary: 'Terms, one line each.', from: 'docs/glossary.md' },
  {
    slug: 'changelog',
    title: 'Changelog',
    summary: 'What changed in each version of the service.',
    from: 'apps/gateway/CHANGELOG.md',
  },
];
