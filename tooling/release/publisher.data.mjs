/** What every published package says of where it comes from. `npm run manifests` writes it; a test holds it. */
export const PUBLISHER = {
  author: 'The Loadcast maintainers',
  repository: 'https://github.com/loadcast/loadcast',
  keywords: ['electricity', 'load', 'forecast', 'demand', 'eia', 'oasis', 'energy'],
};
