import { parseAst } from 'vitest/node';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const COLLECTIONS = ['Map', 'Set', 'FairQueue'];
const GROWTH = ['set', 'add', 'push', 'unshift'];
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** A new collection: `new Map()`, `new Set()`, `new FairQueue()`, `[]` or `{}`. A `WeakMap` holds nothing that is not held elsewhere. */
function isCollection(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'TSAsExpression') return isCollection(value['expression']);
  if (value.type === 'ObjectExpression') return (value['properties'] as unknown[]).length === 0;
  if (value.type === 'ArrayExpression') return (value['elements'] as unknown[]).length === 0;
  return value.type === 'NewExpression' && COLLECTIONS.includes(nameOf(value['callee']));
}

/** The name of a variable or a field; empty for any other expression. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return isThis(node['object']) ? nameOf(node['property']) : '';
  if (node.type === 'PrivateIdentifier') return `#${node['name']}`;
  return node.type === 'Identifier' ? String(node['name']) : '';
}

const isThis = (node: unknown): boolean => isNode(node) && node.type === 'ThisExpression';

/**
 * Names of the collections of a file that outlive the call that makes them and grow in another: fields of classes, variables of
 * modules, and variables of a function that one of its inner functions fills. A callback of a call, as of `forEach`, does not count.
 */
export function keptCollections(text: string): string[] {
  const parents = new Map<Node, Node>();
  const all: Node[] = [parseAst(text, { lang: 'ts' }) as unknown as Node];
  for (const node of all) {
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      all.push(child);
    }
  }

  /** Functions around a node, innermost first. */
  function functionsAround(node: Node): Node[] {
    const around: Node[] = [];
    for (let at = parents.get(node); at; at = parents.get(at)) if (FUNCTIONS.includes(at.type)) around.push(at);
    return around;
  }
  const isCallback = (node: Node): boolean => parents.get(node)?.type === 'CallExpression';
  const growth = all.flatMap((node) => growthsAt(node).map((name) => ({ node, name })));
  const declared = new Map(
    all.flatMap((node): [string, Node][] => (node.type === 'VariableDeclarator' ? [[nameOf(node['id']), node]] : [])),
  );
  /** Where a variable is declared that is filled with a collection later. */
  const place = (made: Node, name: string): Node =>
    made.type === 'AssignmentExpression' ? (declared.get(name) ?? made) : made;
  const growsElsewhere = (name: string, made: Node): boolean => {
    const isField = made.type === 'AssignmentExpression' && !declared.has(name);
    const home = isField ? undefined : functionsAround(place(made, name))[0];
    return growth.some((grown) => {
      if (grown.name !== name || grown.node === made) return false;
      const around = functionsAround(grown.node);
      const within = home ? around.slice(0, around.indexOf(home)) : around;
      return (home === undefined || around.includes(home)) && within.some((each) => !isCallback(each));
    });
  };
  const kept = all.flatMap((node) => {
    const [name, value] = madeAt(node);
    return isCollection(value) && growsElsewhere(name, node) ? [name] : [];
  });
  return [...new Set(kept)];
}

/** The name that a node gives a value to: a variable, a field, or one that was declared before. */
function madeAt(node: Node): readonly [name: string, value: unknown] {
  if (node.type === 'VariableDeclarator') return [nameOf(node['id']), node['init']];
  if (node.type === 'PropertyDefinition') return [nameOf(node['key']), node['value']];
  return node.type === 'AssignmentExpression' ? [nameOf(node['left']), node['right']] : ['', undefined];
}

/** What a node makes larger: by a call of `set`, by a member of any name, or by a copy with one more. */
function growthsAt({ type, callee, left, right }: Node): string[] {
  if (type === 'CallExpression') return isNode(callee) && isGrowth(callee) ? [nameOf(callee['object'])] : [];
  if (type !== 'AssignmentExpression' || !isNode(left) || !isNode(right)) return [];
  if (left.type === 'MemberExpression' && left['computed'] === true) return [nameOf(left['object'])];
  const copied = right.type === 'ArrayExpression' ? (right['elements'] as unknown[]) : [];
  const name = nameOf(left);
  return copied.some((each) => isNode(each) && each.type === 'SpreadElement' && nameOf(each['argument']) === name)
    ? [name]
    : [];
}

const isGrowth = ({ type, property }: Node): boolean =>
  type === 'MemberExpression' && isNode(property) && GROWTH.includes(String(property['name']));
