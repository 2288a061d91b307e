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

/** A new collection: `new Map()`, `new Set()`, `new FairQueue()` or `[]`. */
function isCollection(value: unknown): boolean {
  if (!isNode(value)) return false;
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
  const growth = all.filter(({ type, callee }) => type === 'CallExpression' && isNode(callee) && isGrowth(callee));
  const growsElsewhere = (name: string, made: Node): boolean => {
    const home = functionsAround(made)[0];
    return growth.some((call) => {
      if (nameOf((call['callee'] as Node)['object']) !== name) return false;
      const around = functionsAround(call);
      const within = home ? around.slice(0, around.indexOf(home)) : around;
      return (home === undefined || around.includes(home)) && within.some((each) => !isCallback(each));
    });
  };
  const made = all.flatMap((node) => {
    const isMade = ['VariableDeclarator', 'PropertyDefinition'].includes(node.type);
    const value = node.type === 'VariableDeclarator' ? node['init'] : node['value'];
    const name = nameOf(node.type === 'VariableDeclarator' ? node['id'] : node['key']);
    return isMade && isCollection(value) && growsElsewhere(name, node) ? [name] : [];
  });
  return [...new Set(made)];
}

const isGrowth = ({ type, property }: Node): boolean =>
  type === 'MemberExpression' && isNode(property) && GROWTH.includes(String(property['name']));
