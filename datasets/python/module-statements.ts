import { parser } from '@lezer/python';

import type { ModuleStatement, StatementKind } from '../../core/adapters/python-reader';
import { isClosedString, maxParsedChars, withKnownGapsFilled } from './python-syntax';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** Statements of a text, in order. A text that is not Python is not `sound`; a text over 1,000,000 characters has none. */
export function moduleStatements(text: string): readonly ModuleStatement[] {
  if (text.length > maxParsedChars) return [];
  const top = parser.parse(withKnownGapsFilled(text)).topNode;
  const statements: ModuleStatement[] = [];
  // Of an error the parser makes a node of its own beside the statements of its line.
  let errorAt = -1;
  for (let node = top.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'Comment') continue;
    const from = node.from;
    const to = endOf(node, text);
    const glued = errorAt >= 0 && !text.slice(errorAt, from).includes('\n');
    if (node.type.isError) {
      const before = statements.at(-1);
      if (before !== undefined && !text.slice(before.to, from).includes('\n'))
        statements[statements.length - 1] = { ...before, sound: false };
      errorAt = Math.max(from, node.to - 1);
      if (node.to > from) statements.push(unsound(from, to));
      continue;
    }
    const read = statementOf(node, text);
    statements.push({ ...read, from, to, sound: read.sound && !glued });
  }
  return statements;
}

function unsound(from: number, to: number): ModuleStatement {
  const none: readonly string[] = [];
  return { kind: 'other', from, to, sound: false, stub: false, binds: none, uses: none };
}

/** The grammar counts white space and line ends to what stands before them. */
function endOf(node: SyntaxNode, text: string): number {
  let end = Math.min(node.to, text.length);
  while (end > node.from && /\s/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function statementOf(node: SyntaxNode, text: string): Omit<ModuleStatement, 'from' | 'to'> {
  const seen = namesIn(node, text);
  const definition = definitionIn(node);
  const binds = definition === null ? bindingsOf(node, text) : nameOf(definition, text);
  return {
    kind: kindOf(node, definition, text),
    sound: seen.sound,
    stub: definition !== null && isStub(definition, text),
    binds,
    uses: [...seen.used].filter((name) => !seen.local.has(name) && !binds.includes(name)),
  };
}

function definitionIn(node: SyntaxNode): SyntaxNode | null {
  if (node.name === 'FunctionDefinition' || node.name === 'ClassDefinition') return node;
  if (node.name !== 'DecoratedStatement') return null;
  return node.getChild('FunctionDefinition') ?? node.getChild('ClassDefinition');
}

const kinds: Readonly<Record<string, StatementKind>> = {
  ImportStatement: 'import',
  AssignStatement: 'assignment',
  UpdateStatement: 'assignment',
  AssertStatement: 'assert',
  ReturnStatement: 'return',
  PassStatement: 'keyword',
  BreakStatement: 'keyword',
  ContinueStatement: 'keyword',
};

function kindOf(node: SyntaxNode, definition: SyntaxNode | null, text: string): StatementKind {
  if (definition !== null) return definition.name === 'ClassDefinition' ? 'class' : 'function';
  if (node.name === 'ExpressionStatement') return expressionKind(node);
  if (node.name === 'AssignStatement' && node.getChild('AssignOp') === null) return 'annotation';
  if (node.name === 'ReturnStatement' && node.firstChild?.nextSibling == null) return 'keyword';
  if (
    node.name === 'IfStatement' &&
    /^if\s*\(?\s*__name__\b/.test(text.slice(node.from, node.from + 40))
  )
    return 'main-guard';
  return kinds[node.name] ?? 'other';
}

/** Words and values alone do nothing; whatever calls, awaits or yields does. */
function expressionKind(node: SyntaxNode): StatementKind {
  let acts = false;
  node.cursor().iterate(({ name }) => {
    acts ||= name === 'CallExpression' || name === 'AwaitExpression' || name === 'YieldExpression';
    return !acts;
  });
  return acts ? 'call' : 'value';
}

/** A body of nothing but docstring, `pass`, `...` or `raise NotImplementedError`. */
function isStub(definition: SyntaxNode, text: string): boolean {
  const body = definition.getChild('Body');
  if (body === null) return true;
  for (let node = body.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === ':' || node.name === 'Comment' || node.name === 'PassStatement') continue;
    const words = text.slice(node.from, node.to).trim();
    if (node.name === 'ExpressionStatement' && /^(?:\.\.\.$|[rRuU]?["'])/.test(words)) continue;
    if (node.name === 'RaiseStatement' && words.includes('NotImplemented')) continue;
    return false;
  }
  return true;
}

function nameOf(definition: SyntaxNode, text: string): readonly string[] {
  const name = definition.getChild('VariableName');
  return name === null ? [] : [text.slice(name.from, name.to)];
}

const bindingStatements = new Set([
  'IfStatement',
  'TryStatement',
  'WithStatement',
  'ForStatement',
  'WhileStatement',
  'StatementGroup',
  'Body',
  'DecoratedStatement',
]);

/** People nest less; what stands deeper binds nothing. */
const maxNesting = 100;

/** Names that a statement binds in the module: its own and those of the statements in its blocks. */
function bindingsOf(node: SyntaxNode, text: string, depth = 0): readonly string[] {
  if (node.name === 'FunctionDefinition' || node.name === 'ClassDefinition')
    return nameOf(node, text);
  if (node.name === 'ImportStatement') return importedNames(node, text);
  if (node.name === 'AssignStatement') return assignedNames(node, text);
  if (!bindingStatements.has(node.name) || depth > maxNesting) return [];
  const names = new Set<string>();
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    for (const name of [...locallyBound(child, text), ...bindingsOf(child, text, depth + 1)])
      names.add(name);
  return [...names];
}

function assignedNames(statement: SyntaxNode, text: string): readonly string[] {
  let names: string[] = [];
  let pending: string[] = [];
  for (let child = statement.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'AssignOp') {
      names = names.concat(pending);
      pending = [];
    } else for (const name of targetsIn(child, text)) pending.push(name);
  }
  return names;
}

function targetsIn(node: SyntaxNode, text: string, depth = 0): readonly string[] {
  if (node.name === 'VariableName') return [text.slice(node.from, node.to)];
  if (!isTupleLike(node) || depth > maxNesting) return [];
  const names: string[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    for (const name of targetsIn(child, text, depth + 1)) names.push(name);
  return names;
}

/** `*` binds what nobody can know here. */
function importedNames(statement: SyntaxNode, text: string): readonly string[] {
  const words: SyntaxNode[] = [];
  for (let child = statement.firstChild; child !== null; child = child.nextSibling)
    words.push(child);
  const first = words.findIndex(({ name }) => name === 'import') + 1;
  return words.slice(first).flatMap((node, place, rest) => {
    if (node.name !== 'VariableName') return [];
    const next = rest[place + 1]?.name;
    // `import a.b` binds `a`.
    if (rest[place - 1]?.name === '.' || next === 'as') return [];
    return [text.slice(node.from, node.to)];
  });
}

interface Names {
  readonly used: Set<string>;
  /** Bound inside a function of the statement: parameters, targets of assignments, loops, `with` and `except`. */
  readonly local: Set<string>;
  sound: boolean;
}

function namesIn(node: SyntaxNode, text: string): Names {
  const names: Names = { used: new Set(), local: new Set(), sound: true };
  let depth = 0;
  node.cursor().iterate(
    (at) => {
      if (at.type.isError) names.sound = false;
      if (at.name === 'String' || at.name === 'FormatString')
        names.sound &&= isClosedString(text.slice(at.from, at.to));
      if (isFunction(at.name)) depth += 1;
      if (at.name === 'VariableName') names.used.add(text.slice(at.from, at.to));
      if (depth === 0) return;
      for (const name of locallyBound(at.node, text)) names.local.add(name);
    },
    (at) => {
      if (isFunction(at.name)) depth -= 1;
    },
  );
  return names;
}

function isFunction(name: string): boolean {
  return name === 'FunctionDefinition' || name === 'LambdaExpression';
}

/** Names that a node of a function binds there, apart from those that nodes within it bind. */
function locallyBound(node: SyntaxNode, text: string): readonly string[] {
  if (node.name === 'AssignStatement') return assignedNames(node, text);
  if (node.name === 'ParamList') return parameterNames(node, text);
  const names: string[] = [];
  if (node.name === 'for')
    for (let next = node.nextSibling; next !== null && next.name !== 'in'; next = next.nextSibling)
      for (const name of targetsIn(next, text)) names.push(name);
  else if (node.name === 'as' && node.nextSibling !== null)
    return targetsIn(node.nextSibling, text);
  return names;
}

/** What follows `=` is a default. */
function parameterNames(list: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  let before = '';
  for (let child = list.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'VariableName' && before !== 'AssignOp')
      names.push(text.slice(child.from, child.to));
    before = child.name;
  }
  return names;
}

function isTupleLike({ name }: SyntaxNode): boolean {
  return ['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression'].includes(name);
}
