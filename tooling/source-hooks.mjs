// Hooks of Node that load TypeScript, and workspace packages from source.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/** `./x.js` is `x.ts`, or `x.tsx`, where that is there. */
export function resolve(specifier, context, next) {
  const conditions = ['@loadcast/source', ...context.conditions];
  const isRelative = /^\.\.?\/.*\.js$/.test(specifier) && /\.tsx?$/.test(context.parentURL);
  const sources = isRelative ? ['.ts', '.tsx'].map((end) => specifier.replace(/\.js$/, end)) : [];
  const source = sources.find((path) => existsSync(new URL(path, context.parentURL)));
  return next(source ?? specifier, { ...context, conditions });
}

export async function load(url, context, next) {
  const loader = /\.(tsx?)$/.exec(url)?.[1];
  if (!loader) return next(url, context);
  const options = { loader, jsx: 'automatic', jsxImportSource: 'preact', target: 'node20', sourcemap: 'inline' };
  const { code } = await transform(await readFile(new URL(url), 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}
