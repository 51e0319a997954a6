import { parser } from '@lezer/python';

type SyntaxTree = ReturnType<typeof parser.parse>;
type SyntaxNode = SyntaxTree['topNode'];

export interface Definition {
  readonly kind: 'function' | 'class';
  readonly name: string;
  /** As `(a, b=1)`, on one line, without annotations; empty for a class. */
  readonly parameters: string;
}

/** Longer texts are not parsed: no program of use is this long, and the parser's time grows with length. */
export const maxParsedChars = 1_000_000;

/**
 * The grammar refuses two things that Python allows, a float that ends in its point and a bare `yield`; and white
 * space after the last line confuses its indentation. Rewriting them, place for place, is harmless where it hits a string.
 */
export function withKnownGapsFilled(text: string): string {
  return `${text
    .replace(/(?<![\w.])(\d[\d_]*)\.(?![\w.])/g, (_, digits: string) => `${digits}0`)
    .replace(/\byield\b(?=[ \t]*(?:$|[)\]},;#:\r]))/gm, '_____')
    .trimEnd()}\n`;
}

/** Indentation is judged leniently, so a function's body alone passes. Texts over 1,000,000 characters do not. */
export function parsesAsPython(text: string): boolean {
  if (text.length > maxParsedChars) return false;
  const filled = withKnownGapsFilled(text);
  return !hasError(parser.parse(filled), filled);
}

/** Binds `name` to something callable, at the top level or in a top-level `if`, `try`, `with` or loop; in broken text too. */
export function definesFunction(text: string, name: string): boolean {
  if (text.length > maxParsedChars || !text.includes(name)) return false;
  return blockBinds(parser.parse(text).topNode, { text, name });
}

/** Top-level functions and classes in source order, decorated ones included. */
export function definitionsOf(text: string): readonly Definition[] {
  return childrenOf(parser.parse(text).topNode)
    .map(undecorated)
    .flatMap((node): Definition[] => {
      const name = node.getChild('VariableName');
      if (name === null) return [];
      if (node.name === 'ClassDefinition')
        return [{ kind: 'class', name: textOf(name, text), parameters: '' }];
      if (node.name !== 'FunctionDefinition') return [];
      return [{ kind: 'function', name: textOf(name, text), parameters: parametersOf(node, text) }];
    });
}

/** Plain names that are called anywhere in the text, outermost and leftmost first. */
export function calledNames(text: string): readonly string[] {
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      const callee = node.name === 'CallExpression' ? node.node.firstChild : null;
      if (callee?.name === 'VariableName') names.push(textOf(callee, text));
    },
  });
  return names;
}

/** Strings that stand alone in the body of a top-level function: its docstring, as written between the quotes. */
export function docstringsOf(text: string, functionName: string): readonly string[] {
  const definition = childrenOf(parser.parse(text).topNode)
    .map(undecorated)
    .filter((node) => node.name === 'FunctionDefinition' && nameOf(node, text) === functionName)
    .at(-1);
  const body = definition?.getChild('Body');
  if (!body) return [];
  return childrenOf(body)
    .filter((node) => node.name === 'ExpressionStatement')
    .flatMap((node) => (node.firstChild?.name === 'String' ? [node.firstChild] : []))
    .map((node) => docstringContent(textOf(node, text)));
}

/** A number, string, True, False, None, or a container of literals; brackets around one do not count: some mean a tuple. */
export function isLiteral(text: string): boolean {
  const expression = soleExpression(text);
  return expression !== null && isLiteralNode(expression, text);
}

/** Whether the text is one call of one of the names whose arguments are literals or such calls themselves. */
export function literalCall(text: string, ...names: readonly string[]): boolean {
  const expression = soleExpression(text);
  return expression !== null && isLiteralCallNode(expression, { text, names });
}

function hasError(tree: SyntaxTree, text: string): boolean {
  let found = false;
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) found = true;
      if (node.name === 'String' || node.name === 'FormatString')
        found ||= !isClosedString(text.slice(node.from, node.to));
      return !found;
    },
  });
  return found;
}

/** The grammar lets the end of a line end a string. */
export function isClosedString(literal: string): boolean {
  const opening = /^[a-zA-Z]*("""|'''|"|')/.exec(literal);
  if (opening === null) return false;
  const [whole, quotes = ''] = opening;
  return literal.length >= whole.length + quotes.length && literal.endsWith(quotes);
}

function textOf(node: SyntaxNode, text: string): string {
  return text.slice(node.from, node.to);
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function undecorated(node: SyntaxNode): SyntaxNode {
  if (node.name !== 'DecoratedStatement') return node;
  return node.getChild('FunctionDefinition') ?? node.getChild('ClassDefinition') ?? node;
}

function nameOf(node: SyntaxNode, text: string): string | null {
  const name = node.getChild('VariableName');
  return name === null ? null : textOf(name, text);
}

interface Sought {
  readonly text: string;
  readonly name: string;
}

const compoundStatements = new Set([
  'IfStatement',
  'TryStatement',
  'WithStatement',
  'ForStatement',
  'WhileStatement',
  'StatementGroup',
  'Body',
]);

function blockBinds(block: SyntaxNode, sought: Sought): boolean {
  return childrenOf(block).some((child) => {
    const node = undecorated(child);
    if (node.name === 'FunctionDefinition' || node.name === 'ClassDefinition')
      return nameOf(node, sought.text) === sought.name;
    if (node.name === 'AssignStatement') return assignmentBinds(node, sought);
    if (node.name === 'ImportStatement') return importBinds(node, sought);
    return compoundStatements.has(node.name) && blockBinds(node, sought);
  });
}

function assignmentBinds(statement: SyntaxNode, { text, name }: Sought): boolean {
  const children = childrenOf(statement);
  const lastAssignment = children.findLastIndex((node) => node.name === 'AssignOp');
  return children
    .slice(0, Math.max(lastAssignment, 0))
    .flatMap((node) => (node.name === 'TupleExpression' ? childrenOf(node) : [node]))
    .some((node) => node.name === 'VariableName' && textOf(node, text) === name);
}

function importBinds(statement: SyntaxNode, { text, name }: Sought): boolean {
  const words = childrenOf(statement).filter((node) => node.name !== '(' && node.name !== ')');
  const names = words.findIndex((node) => node.name === 'import') + 1;
  return words.some(
    (node, place) =>
      place >= names &&
      node.name === 'VariableName' &&
      textOf(node, text) === name &&
      words[place + 1]?.name !== 'as' &&
      words[place - 1]?.name !== '.' &&
      words[place + 1]?.name !== '.',
  );
}

/** Annotations go: they may name things that only the reference solution has. */
function parametersOf(definition: SyntaxNode, text: string): string {
  const list = definition.getChild('ParamList');
  if (list === null) return '()';
  const parts = childrenOf(list).filter(
    (node) => node.name !== 'TypeDef' && node.name !== 'Comment',
  );
  return parts
    .map((node) => {
      const part = textOf(node, text);
      return part === ',' ? ', ' : node.name === 'AssignOp' ? '=' : part;
    })
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/, \)$/, ')');
}

/**
 * What stands between a docstring's quotes, with line continuations and doubled backslashes resolved. Other escapes
 * stay as written: an example `f("a\nb")` in an ordinary docstring means the escape, not the line break.
 */
function docstringContent(literal: string): string {
  const opening = /^([a-zA-Z]*)("""|'''|"|')/.exec(literal);
  if (opening === null) return '';
  const [whole, prefix = '', quotes = ''] = opening;
  const inner = literal.slice(whole.length, literal.endsWith(quotes) ? -quotes.length : undefined);
  if (/r/i.test(prefix)) return inner;
  return inner.replace(/\\(\n|\\)/g, (_, escaped: string) => (escaped === '\n' ? '' : '\\'));
}

function soleExpression(text: string): SyntaxNode | null {
  const tree = parser.parse(text);
  if (hasError(tree, text)) return null;
  const statement = tree.topNode.firstChild;
  if (statement?.name !== 'ExpressionStatement' || statement.nextSibling !== null) return null;
  const expression = statement.firstChild;
  return expression?.nextSibling === null ? expression : null;
}

const punctuation = new Set(['(', ')', '[', ']', '{', '}', ',', ':']);
const containers = new Set([
  'ArrayExpression',
  'TupleExpression',
  'SetExpression',
  'DictionaryExpression',
  'ContinuedString',
]);

function isLiteralNode(node: SyntaxNode, text: string): boolean {
  if (node.name === 'Number') return !/^0[\d_]*[1-9]/.test(textOf(node, text));
  if (node.name === 'String' || node.name === 'Boolean' || node.name === 'None') return true;
  if (node.name === 'UnaryExpression')
    return /^[-+]\s*[\d.]/.test(textOf(node, text)) && node.lastChild?.name === 'Number';
  if (!containers.has(node.name)) return false;
  return childrenOf(node).every(
    (child) => punctuation.has(child.name) || isLiteralNode(child, text),
  );
}

interface SoughtCalls {
  readonly text: string;
  readonly names: readonly string[];
}

function isLiteralCallNode(node: SyntaxNode, sought: SoughtCalls): boolean {
  const callee = node.name === 'CallExpression' ? node.firstChild : null;
  if (callee?.name !== 'VariableName') return false;
  if (!sought.names.includes(textOf(callee, sought.text))) return false;
  const list = node.getChild('ArgList');
  if (list === null) return false;
  return childrenOf(list).every((child) => {
    if (punctuation.has(child.name) || child.name === 'AssignOp') return true;
    if (child.name === 'VariableName') return child.nextSibling?.name === 'AssignOp';
    return isLiteralNode(child, sought.text) || isLiteralCallNode(child, sought);
  });
}
