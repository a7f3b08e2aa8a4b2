/** Values that a source writes down, as far as they can be told without running it. */
import ts from 'typescript';

/** What cannot be told. */
export const UNKNOWN = Symbol('unknown');

const KEYWORDS = new Map<ts.SyntaxKind, boolean | null>([
  [ts.SyntaxKind.TrueKeyword, true],
  [ts.SyntaxKind.FalseKeyword, false],
  [ts.SyntaxKind.NullKeyword, null],
]);

export type Scope = Record<string, unknown>;

export function evaluate(node: ts.Expression, scope: Scope): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (KEYWORDS.has(node.kind)) return KEYWORDS.get(node.kind);
  if (ts.isTemplateExpression(node)) return template(node, scope);
  if (ts.isIdentifier(node)) return Object.hasOwn(scope, node.text) ? scope[node.text] : UNKNOWN;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return evaluate(node.expression, scope);
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => elementValues(element, scope));
  if (ts.isObjectLiteralExpression(node)) return objectValue(node, scope);
  return UNKNOWN;
}

function template({ head, templateSpans }: ts.TemplateExpression, scope: Scope): string {
  return head.text + templateSpans.map(({ expression, literal }) => textOf(evaluate(expression, scope)) + literal.text).join('');
}

function elementValues(element: ts.Expression, scope: Scope): unknown[] {
  if (!ts.isSpreadElement(element)) return [evaluate(element, scope)];
  return rowsOf(evaluate(element.expression, scope));
}

function objectValue({ properties }: ts.ObjectLiteralExpression, scope: Scope): Scope {
  const value: Scope = {};
  for (const property of properties) {
    if (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name)) {
      value[property.name.text] = evaluate(property.initializer, scope);
    }
  }
  return value;
}

/** The rows of a table or the rounds of a loop; one of which nothing is known where the list is computed. */
export const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [UNKNOWN]);

/** The names that a parameter or a loop variable binds to parts of a value. */
export function bindings(name: ts.BindingName, value: unknown): Scope {
  if (ts.isIdentifier(name)) return { [name.text]: value };
  const parts = name.elements.map((element, index) => {
    if (ts.isOmittedExpression(element)) return {};
    const key = ts.isArrayBindingPattern(name) ? index : (element.propertyName ?? element.name).getText();
    const known = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return bindings(element.name, known ? (value as Scope)[key] : UNKNOWN);
  });
  return Object.assign({}, ...parts) as Scope;
}

/** A value as a title shows it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : '…';
