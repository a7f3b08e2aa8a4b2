/**
 * The tests of the repository by name, read from the sources: nothing is run. Titles that a table or a loop fills in are filled in as far as
 * the values are written in the file; what is computed stands as …
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { bindings, evaluate, rowsOf, textOf, UNKNOWN, type Scope } from './static-values';

/** One `it`, `test` or `test.step` of a file. */
export interface Declaration {
  /** From the root of the repository, with slashes. */
  file: string;
  /** Titles of the groups around it and its own, joined by {@link SEPARATOR}, with … for what a table or a loop fills in. */
  name: string;
  /** The names that it has when it runs: one for each row of its table. */
  names: string[];
}

export const SEPARATOR = ' › ';

const TEST_FILE = /\.test\.tsx?$/;
const NO_SOURCES = /^(node_modules|dist|test-results|screenshots|\..*)$/;
const GROUPS = /^(describe|test\.describe)(\.only|\.serial|\.parallel)?(\.each)?$/;
const TESTS = /^(it|test)(\.only|\.concurrent)?(\.each)?$|^test\.step$/;

export const testFiles = (root: string, folder = ''): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.test(entry.name) ? [] : testFiles(root, file);
    return TEST_FILE.test(entry.name) ? [file] : [];
  });

export const declarationsOfRepository = (root: string): Declaration[] =>
  testFiles(root).flatMap((file) => declarationsOf(file, readFileSync(path.join(root, file), 'utf8')));

/** A way to fill in the titles from the outside in: the scope, and the titles so far. */
interface Case {
  scope: Scope;
  titles: string[];
}

export function declarationsOf(file: string, text: string): Declaration[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Declaration[] = [];
  visit(source, [], [{ scope: constantsOf(source), titles: [] }]);
  return found;

  function visit(node: ts.Node, pattern: string[], cases: Case[]): void {
    if (ts.isForOfStatement(node)) return visit(node.statement, pattern, throughLoop(node, cases));
    const call = ts.isCallExpression(node) ? suiteCall(node) : null;
    if (!call) return ts.forEachChild(node, (child) => visit(child, pattern, cases));
    const names = [...pattern, titlePattern(call)];
    const inside = cases.flatMap((one) => titledCases(call, one));
    if (!call.isGroup) found.push(declaration(file, names, inside));
    visit(call.body, names, inside);
  }
}

function declaration(file: string, pattern: string[], cases: Case[]): Declaration {
  return { file, name: pattern.join(SEPARATOR), names: [...new Set(cases.map(({ titles }) => titles.join(SEPARATOR)))] };
}

interface SuiteCall {
  isGroup: boolean;
  title: ts.Expression;
  body: ts.ArrowFunction | ts.FunctionExpression;
  table: ts.Expression | null;
}

/** The call as that of a group or a test; null for anything else, such as what is skipped or left for later. */
function suiteCall({ expression, arguments: [title, ...rest] }: ts.CallExpression): SuiteCall | null {
  const each = ts.isCallExpression(expression) ? expression : null;
  const callee = (each ? each.expression : expression).getText().replaceAll(/\s/g, '');
  const body = rest.find((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
  const isGroup = GROUPS.test(callee);
  if (!title || !body || !(isGroup || TESTS.test(callee)) || callee.endsWith('.each') !== (each !== null)) return null;
  return { isGroup, title, body, table: each?.arguments[0] ?? null };
}

function throughLoop({ initializer, expression }: ts.ForOfStatement, cases: Case[]): Case[] {
  const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined;
  if (!name) return cases;
  return cases.flatMap(({ scope, titles }) =>
    rowsOf(evaluate(expression, scope)).map((row) => ({ scope: { ...scope, ...bindings(name, row) }, titles })),
  );
}

function titledCases({ title, table, body }: SuiteCall, { scope, titles }: Case): Case[] {
  const text = textOf(evaluate(title, scope));
  if (table === null) return [{ scope, titles: [...titles, text] }];
  return rowsOf(evaluate(table, scope)).map((row, index) => {
    const given: unknown[] = Array.isArray(row) ? row : [row];
    const named = body.parameters.map(({ name }, at) => bindings(name, at < given.length ? given[at] : UNKNOWN));
    return { scope: Object.assign({}, scope, ...named) as Scope, titles: [...titles, fillIn(text, given, index)] };
  });
}

/** Fills the placeholders of jest: `%s` and its like by position, `$name` by property of the row. */
function fillIn(title: string, given: readonly unknown[], index: number): string {
  const left = [...given];
  const show = (kind: string): string => {
    const value = left.length === 0 ? UNKNOWN : left.shift();
    return kind === '%j' && value !== UNKNOWN ? JSON.stringify(value) : textOf(value);
  };
  return title
    .replaceAll('%#', String(index))
    .replaceAll(/%[sdifjop]/g, show)
    .replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => textOf(propertyOf(given[0], name)));
}

function propertyOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null && Object.hasOwn(row, name) ? (row as Scope)[name] : UNKNOWN;
}

function titlePattern({ title, table }: SuiteCall): string {
  const text = textOf(evaluate(title, {}));
  return table === null ? text : text.replaceAll(/%[sdifjop#]|\$[a-z]\w*/gi, '…');
}

/** Constants at the top of the file, of which tables and loops are made. */
function constantsOf(source: ts.SourceFile): Scope {
  const scope: Scope = {};
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer && ts.isIdentifier(name)) scope[name.text] = evaluate(initializer, scope);
    }
  }
  return scope;
}
