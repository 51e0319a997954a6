import { bodyWords, docstringWords, namePrefixes } from './word-lists';
import type { FilterFlag, FilterId } from '../../names/filters';

/** What a definition must be to pass. */
export type FilterPredicate =
  /** Something that is installed holds it. */
  | { readonly kind: 'importable' }
  | { readonly kind: 'no-tag'; readonly tags: readonly string[] }
  | { readonly kind: 'no-name-prefix'; readonly prefixes: readonly string[] }
  | { readonly kind: 'docstring' }
  | { readonly kind: 'parameters'; readonly least: number }
  | { readonly kind: 'direct-returns'; readonly least: number }
  /** Of the direct returns; more is too much. */
  | { readonly kind: 'constant-share'; readonly most: number }
  | {
      readonly kind: 'no-words';
      readonly in: 'docstring' | 'body';
      readonly words: readonly string[];
    }
  | { readonly kind: 'decorators'; readonly allowed: readonly string[] }
  | { readonly kind: 'statements'; readonly above: number }
  /** More than handing an attribute on: one statement; two, the second of `self`; three, and it is returned. */
  | { readonly kind: 'more-than-accessor' }
  | { readonly kind: 'code-lines'; readonly below: number }
  /** Where there is a call graph. */
  | { readonly kind: 'callees'; readonly least: number };

export interface FilterRow {
  readonly id: Exclude<FilterId, 'near-duplicate'>;
  readonly applies: 'functions' | 'methods' | 'all';
  readonly flag: FilterFlag | null;
  readonly predicate: FilterPredicate;
}

/**
 * R2E's twelve filters, in its order, after one of ours: of a definition that no caller can reach from outside, or that never
 * runs, there can be no harness. Static and class methods are methods.
 */
export const filterTable: readonly FilterRow[] = [
  {
    id: 'unreachable',
    applies: 'all',
    flag: null,
    predicate: { kind: 'no-tag', tags: ['nested-function', 'overload', 'stub'] },
  },
  { id: 'unreachable', applies: 'all', flag: null, predicate: { kind: 'importable' } },
  {
    id: 'dunder-name',
    applies: 'all',
    flag: 'disable_dunder_methods',
    predicate: { kind: 'no-name-prefix', prefixes: ['__'] },
  },
  {
    id: 'no-docstring',
    applies: 'all',
    flag: 'disable_no_docstring',
    predicate: { kind: 'docstring' },
  },
  {
    id: 'no-parameters',
    applies: 'functions',
    flag: 'disable_signature_filters',
    predicate: { kind: 'parameters', least: 1 },
  },
  {
    id: 'no-return',
    applies: 'functions',
    flag: 'disable_signature_filters',
    predicate: { kind: 'direct-returns', least: 1 },
  },
  {
    id: 'constant-returns',
    applies: 'all',
    flag: 'disable_signature_filters',
    predicate: { kind: 'constant-share', most: 2 / 3 },
  },
  {
    id: 'docstring-words',
    applies: 'all',
    flag: 'disable_keyword_filters',
    predicate: { kind: 'no-words', in: 'docstring', words: docstringWords },
  },
  {
    id: 'body-words',
    applies: 'all',
    flag: 'disable_keyword_filters',
    predicate: { kind: 'no-words', in: 'body', words: bodyWords },
  },
  {
    id: 'name-prefix',
    applies: 'all',
    flag: 'disable_keyword_filters',
    predicate: { kind: 'no-name-prefix', prefixes: namePrefixes },
  },
  {
    id: 'decorators',
    applies: 'functions',
    flag: 'disable_wrapper_filters',
    predicate: { kind: 'decorators', allowed: [] },
  },
  {
    id: 'decorators',
    applies: 'methods',
    flag: 'disable_wrapper_filters',
    predicate: { kind: 'decorators', allowed: ['staticmethod', 'classmethod'] },
  },
  {
    id: 'trivial',
    applies: 'functions',
    flag: 'disable_wrapper_filters',
    predicate: { kind: 'statements', above: 2 },
  },
  {
    id: 'trivial',
    applies: 'methods',
    flag: 'disable_wrapper_filters',
    predicate: { kind: 'more-than-accessor' },
  },
  {
    id: 'too-long',
    applies: 'functions',
    flag: 'disable_lines_filter',
    predicate: { kind: 'code-lines', below: 25 },
  },
  {
    id: 'too-long',
    applies: 'methods',
    flag: 'disable_lines_filter',
    predicate: { kind: 'code-lines', below: 20 },
  },
  {
    id: 'unconnected',
    applies: 'all',
    flag: null,
    predicate: { kind: 'callees', least: 1 },
  },
];
