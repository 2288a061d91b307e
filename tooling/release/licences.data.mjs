/** Licenses that anything of the workspace may have. Licenses of shipped packages (`shipped`) add no duty but to name their authors. */
export const LICENCES = {
  shipped: ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'],
  tools: ['MPL-2.0', 'Python-2.0'],
};

/** Packages whose manifest names no license that can be read, with what their files say. */
export const READ_BY_HAND = [
  {
    name: 'spawndamnit',
    licence: 'MIT',
    why: 'its manifest refers to the file LICENSE, which is the MIT licence; a tool of changesets',
  },
];
