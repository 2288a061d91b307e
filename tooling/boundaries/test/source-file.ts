import { readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';
import { ROOT, sourceFiles } from './repository.js';

/** A module that a file names, with or without types only. */
export interface ImportedModule {
  /** The specifier as written: `./area.js`, `@loadcast/core`, `node:fs`. */
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

export interface FoundFunction {
  readonly name: string;
  /** Number of lines, the first and the last included. */
  readonly lines: number;
}

/** What the rules ask of a TypeScript file, found with a parser: a comment is never mistaken for code, nor code for text. */
export interface SourceFile {
  /** Path below the repository's root. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly ImportedModule[];
  readonly functions: readonly FoundFunction[];
  /** Whole comments; line comments below each other are one. */
  readonly comments: readonly string[];
  /** Lines of comments that hold a letter. */
  readonly commentLines: readonly string[];
  /** Strings and the fixed parts of templates, imports not among them. */
  readonly texts: readonly string[];
}

const read = new Map<string, SourceFile>();

/** Every TypeScript file below a folder of the repository, such as `packages/core/src`. Files are parsed once. */
export function sourcesBelow(folder: string): SourceFile[] {
  return sourceFiles(`${ROOT}${folder}`).map((file) => {
    const path = file.slice(ROOT.length);
    const known = read.get(path) ?? parseSource(path, readFileSync(file, 'utf8'));
    read.set(path, known);
    return known;
  });
}

/** Whether a file is test code: a test, a contract suite, or what either needs. */
export const isTestCode = (path: string): boolean => /\.(test|budget|suite)\.tsx?$|\/testing\/|\/test\//.test(path);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Parses the text of a file. */
export function parseSource(path: string, text: string): SourceFile {
  const imports: ImportedModule[] = [];
  const functions: FoundFunction[] = [];
  const texts: string[] = [];
  const literals: Node[] = [];
  const lineOf = lineNumbers(text);

  const visit = (node: Node, name: string): void => {
    const imported = importOf(node);
    if (imported) imports.push(imported);
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      functions.push({ name: nameOf(node) ?? name, lines: lineOf(node.end) - lineOf(node.start) + 1 });
    }
    if (node.type === 'Literal' || node.type === 'TemplateElement') {
      literals.push(node);
      const value = text.slice(node.start, node.end);
      if (!/^(Import|Export)/.test(name)) texts.push(value);
    }
    const inner = imported ? 'Import' : (nameOf(node) ?? name);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inner);
    }
  };
  const program: unknown = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path);
  if (isNode(program)) visit(program, '(module)');
  const comments = commentsIn(text, literals);
  return {
    path,
    lines: text.split('\n').length - 1,
    imports,
    functions,
    texts,
    comments,
    commentLines: comments.flatMap((comment) => comment.split('\n')).filter((line) => /[a-z]/i.test(line)),
  };
}

/** The name that a node gives to a function inside it. */
function nameOf(node: Node): string | undefined {
  const named = node['id'] ?? node['key'];
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : undefined;
}

function importOf(node: Node): ImportedModule | undefined {
  const source = node['source'] ?? node['argument'];
  if (!/^(Import|Export|TSImportType)/.test(node.type) || !isNode(source)) return undefined;
  const specifier = source['value'];
  if (typeof specifier !== 'string') return undefined;
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : [];
  const kinds = specifiers.map((each) => each['importKind'] ?? each['exportKind']);
  const isTypeOnly =
    node.type === 'TSImportType' ||
    node['importKind'] === 'type' ||
    node['exportKind'] === 'type' ||
    (kinds.length > 0 && kinds.every((kind) => kind === 'type'));
  return { specifier, isTypeOnly };
}

function lineNumbers(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

/** Comments, found in the text with its strings, templates and regular expressions blanked out. */
function commentsIn(text: string, literals: readonly Node[]): string[] {
  let code = '';
  let at = 0;
  for (const { start, end } of [...literals].sort((a, b) => a.start - b.start)) {
    code += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  code += text.slice(at);
  const found = code.matchAll(/\/\*[\s\S]*?\*\/|(?<=^[ \t]*)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|\/\/[^\n]*/gm);
  return [...found].map(({ index, 0: comment }) => text.slice(index, index + comment.length));
}
