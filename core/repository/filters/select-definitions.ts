import type { Definition } from '../../schemas/environment-definition';
import { filterTable } from './filter-table';
import type { FilterPredicate, FilterRow } from './filter-table';
import type { FilterFlag, FilterId } from '../../names/filters';

/** A definition that is left out, and the first filter that said so. */
export interface Rejection {
  readonly id: string;
  readonly filter: FilterId;
  /** Near duplicates: the one that is kept. */
  readonly of?: string;
}

export interface SelectionOptions {
  readonly disabled: readonly FilterFlag[];
  /** By id, how many definitions each one calls; null: there is no call graph, and nobody is left out for want of calls. */
  readonly connections: ReadonlyMap<string, number> | null;
}

export interface Selection<Kept> {
  readonly accepted: readonly Kept[];
  readonly rejected: readonly Rejection[];
}

/** Accepted definitions, and every other one with the first filter that it does not pass. Keeps the order. */
export function selectDefinitions(
  definitions: readonly Definition[],
  options: SelectionOptions,
): Selection<Definition> {
  const rows = filterTable.filter(({ flag }) => flag === null || !options.disabled.includes(flag));
  const accepted: Definition[] = [];
  const rejected: Rejection[] = [];
  for (const definition of definitions) {
    const row = rows.find((one) => applies(one, definition) && !passes(one, definition, options));
    if (row === undefined) accepted.push(definition);
    else rejected.push({ id: definition.id, filter: row.id });
  }
  return { accepted, rejected };
}

function applies({ applies: to }: FilterRow, { kind }: Definition): boolean {
  return to === 'all' || (to === 'functions') === (kind === 'function');
}

function passes(
  { predicate }: FilterRow,
  definition: Definition,
  { connections }: SelectionOptions,
): boolean {
  const { facts, name, signature, decorators, tags, docstring, module, id } = definition;
  return holds(predicate, {
    ...{ facts, name, tags, decorators, docstring, module },
    parameters: signature.parameters.length,
    callees: connections === null ? Infinity : (connections.get(id) ?? 0),
  });
}

interface Asked extends Pick<
  Definition,
  'facts' | 'name' | 'tags' | 'decorators' | 'docstring' | 'module'
> {
  readonly parameters: number;
  readonly callees: number;
}

function holds(predicate: FilterPredicate, asked: Asked): boolean {
  const { facts, name } = asked;
  switch (predicate.kind) {
    case 'importable':
      return asked.module !== null;
    case 'no-tag':
      return !predicate.tags.some((tag) => asked.tags.includes(tag));
    case 'no-name-prefix':
      return !predicate.prefixes.some((prefix) => name.startsWith(prefix));
    case 'docstring':
      return asked.docstring !== null;
    case 'parameters':
      return asked.parameters >= predicate.least;
    case 'direct-returns':
      return facts.directReturns >= predicate.least;
    case 'constant-share':
      return facts.constantReturns <= predicate.most * facts.directReturns;
    case 'no-words': {
      const tokens = predicate.in === 'body' ? facts.bodyTokens : facts.docstringTokens;
      return !tokens.some((token) => predicate.words.includes(token));
    }
    case 'decorators':
      return asked.decorators.every((one) => predicate.allowed.includes(one));
    case 'statements':
      return facts.statements > predicate.above;
    case 'more-than-accessor': {
      const { statements, secondStatementUsesSelf: usesSelf, thirdIsReturn } = facts;
      if (statements <= 1) return false;
      if (statements === 2) return !usesSelf;
      return !(statements === 3 && usesSelf && thirdIsReturn);
    }
    case 'code-lines':
      return facts.codeLines < predicate.below;
    case 'callees':
      return asked.callees >= predicate.least;
  }
}
