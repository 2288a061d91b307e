// Adds the tools of the workspace to its root as pnpm reads it. package.json itself lists none, so that `npm install`, which
// cannot read versions of pnpm's catalog, finds nothing to do.
const TOOLS = [
  '@arethetypeswrong/cli',
  '@biomejs/biome',
  '@changesets/cli',
  '@types/node',
  'esbuild',
  'fast-check',
  'publint',
  'tsup',
  'turbo',
  'typescript',
  'vitest',
];

module.exports = {
  hooks: {
    readPackage: (manifest) =>
      manifest.name === 'loadcast-workspace'
        ? { ...manifest, devDependencies: Object.fromEntries(TOOLS.map((name) => [name, 'catalog:'])) }
        : manifest,
  },
};
