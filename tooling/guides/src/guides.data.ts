import { plansPage } from './plans-page.js';

/** A page of the running service that is made from Markdown. */
export interface GuideSource {
  /** Last segment of its path below `/docs`. */
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** A page of the repository, a folder whose pages become its parts, or a function that writes the page. */
  readonly from: string | (() => string);
}

/** What `/docs` of a service has beside the reference. */
export const GUIDES: readonly GuideSource[] = [
  {
    slug: 'grids',
    title: 'Which grid is mine? What is a gate, p10, DAM?',
    summary: 'A map of the seven grids, and the words of these pages.',
    from: 'docs/grids.md',
  },
  {
    slug: 'start',
    title: 'Quick starts',
    summary: 'Ten minutes each for traders, analysts, app developers, energy managers and operators.',
    from: 'docs/quick-starts/',
  },
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
    slug: 'oasis',
    title: 'OASIS programs',
    summary: 'Point a program written for CAISO’s OASIS at this service.',
    from: 'docs/oasis-clients.md',
  },
  {
    slug: 'events',
    title: 'Events and webhooks',
    summary: 'Get updates as they happen: new forecasts, load, moved peaks.',
    from: 'docs/events.md',
  },
  { slug: 'mcp', title: 'Language models (MCP)', summary: 'Tools for Claude and other models.', from: 'docs/mcp.md' },
  {
    slug: 'accuracy',
    title: 'How good are the forecasts?',
    summary: 'Average errors by grid and by how far ahead, and when not to trust them.',
    from: 'docs/forecasting.md',
  },
  {
    slug: 'peaks',
    title: 'How good are the odds of peaks?',
    summary: 'How often the likeliest hour was right, and how the odds are made.',
    from: 'docs/peaks.md',
  },
  {
    slug: 'server',
    title: 'Put it on a server',
    summary: 'One machine with TLS, as a systemd service or in one container.',
    from: 'docs/server.md',
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
