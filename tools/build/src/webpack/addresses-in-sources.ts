/** Addresses of the site among the texts of a syntax tree (ESTree), without query and hash, and with a colon for what is put in at run time. */

/** The parts of the tree that are looked at. */
interface Node {
  type: string;
  value?: unknown;
  quasis?: { value: { cooked?: string | null } }[];
  name?: unknown;
  body?: Node[];
  declaration?: (Node & { id?: Node; declarations?: { id: Node }[] }) | null;
}

/** The addresses that each export of a module names, itself or by another export of it. */
export type Table = ReadonlyMap<string, string[]>;

/** Stands for what is put in at run time. */
const PLACEHOLDER = ':';
const LONGEST = 200;
const ADDRESS = /^\/(?:[\w.:~%-]+(?:\/[\w.:~%-]+)*\/?)?$/;

export const addressesIn = (tree: unknown): string[] => nodesIn(tree).flatMap((node) => addressOf(textOf(node)) ?? []);

/** Null for a module that does not consist of exported constants and functions alone. */
export function tableOf(program: unknown): Table | null {
  const statements = (program as Node).body ?? [];
  const entries = statements.flatMap((statement) => namesOf(statement).map((name) => [name, statement] as const));
  if (entries.length === 0 || statements.some((statement) => namesOf(statement).length === 0)) return null;
  const declared = new Map(entries);
  return new Map(entries.map(([name]) => [name, reachable(name, declared).flatMap(addressesIn)]));
}

/** What a statement exports, as long as it declares it too. */
function namesOf({ type, declaration }: Node): string[] {
  if (type !== 'ExportNamedDeclaration' || !declaration) return [];
  const ids = declaration.declarations?.map(({ id }) => id) ?? (declaration.id ? [declaration.id] : []);
  return ids.flatMap(({ name }) => (typeof name === 'string' ? name : []));
}

/** The statements that declare an export and those of the module that it names. */
function reachable(name: string, declared: ReadonlyMap<string, Node>): Node[] {
  const found = new Set<Node>();
  const look = (wanted: unknown): void => {
    const statement = typeof wanted === 'string' ? declared.get(wanted) : undefined;
    if (!statement || found.has(statement)) return;
    found.add(statement);
    for (const node of nodesIn(statement)) if (node.type === 'Identifier') look(node.name);
  };
  look(name);
  return [...found];
}

/** A node with all that are in it. */
function nodesIn(tree: unknown): Node[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesIn);
  if (tree === null || typeof tree !== 'object' || !('type' in tree)) return [];
  return [tree as Node, ...Object.values(tree).flatMap((child: unknown) => (typeof child === 'object' ? nodesIn(child) : []))];
}

function textOf({ type, value, quasis }: Node): string {
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' ? (quasis ?? []).map((quasi) => quasi.value.cooked ?? '').join(PLACEHOLDER) : '';
}

/** Null for a text that is no address of the site. */
function addressOf(text: string): string | null {
  const address = text.replace(/[?#].*$/s, '');
  return address.length <= LONGEST && ADDRESS.test(address) ? address : null;
}
