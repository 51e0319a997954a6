import type { AttemptResult, CallRecord } from '../ports/records';
import type { AttemptOutcome, RunConfig, WorkKind } from '../schemas/run';
import type { SearchOutcome } from './search/schema';

/** The member of a union that one kind of work has in it. */
export type OfKind<Union extends { readonly kind: string }, Kind extends WorkKind> = Extract<
  Union,
  { readonly kind: Kind }
>;

export type SearchCall = OfKind<CallRecord, 'search'>;

export function isOfKind<Kind extends WorkKind>(
  config: RunConfig,
  kind: Kind,
): config is OfKind<RunConfig, Kind> {
  return config.kind === kind;
}

/** The outcome of an attempt that is a search. null: another kind of work, or before the end. */
export function searchOutcome(
  result: { readonly outcome: AttemptOutcome } | null,
): SearchOutcome | null {
  return result?.outcome.kind === 'search' ? result.outcome : null;
}

/** Results of searches among those of every kind. */
export function ofSearches(
  results: readonly AttemptResult[],
): readonly AttemptResult<SearchOutcome>[] {
  return results.filter(
    (result): result is AttemptResult<SearchOutcome> => result.outcome.kind === 'search',
  );
}

export function callsOfSearches(calls: readonly CallRecord[]): readonly SearchCall[] {
  return calls.filter((call): call is SearchCall => call.kind === 'search');
}
