// How `changeset version` writes a note: its text alone, and one line for what came with it.
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async (_notes, dependencies) =>
    dependencies.length === 0
      ? ''
      : `- With ${dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(', ')}.`,
};
