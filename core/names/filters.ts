/** R2E's switches (its public code); `null` in a row: nobody may do without it. */
export const filterFlags = [
  'disable_dunder_methods',
  'disable_no_docstring',
  'disable_signature_filters',
  'disable_keyword_filters',
  'disable_wrapper_filters',
  'disable_lines_filter',
] as const;
export type FilterFlag = (typeof filterFlags)[number];

/** A switch as a person types it. */
export function filterWord(flag: FilterFlag): string {
  return flag.replace(/^disable_/, '').replaceAll('_', '-');
}

export const filterIds = [
  'unreachable',
  'dunder-name',
  'no-docstring',
  'no-parameters',
  'no-return',
  'constant-returns',
  'docstring-words',
  'body-words',
  'name-prefix',
  'decorators',
  'trivial',
  'too-long',
  'unconnected',
  'near-duplicate',
] as const;
export type FilterId = (typeof filterIds)[number];
