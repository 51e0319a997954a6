import type { AttemptRecord, CallRecord } from '../ports/records';
import type { SearchOutcome } from '../kinds/search/schema';
import { searchOutcome } from '../kinds/of-kind';
import { placeKey } from './calls-by-attempt';

/** Calls apart by whether they served a program that counts. */
export interface CallsApart {
  readonly counted: readonly CallRecord[];
  /** For programs that were made ahead of a turn that never came: paid, and in no curve and no budget. */
  readonly speculative: readonly CallRecord[];
}

export function speculativeApart(
  attempts: readonly AttemptRecord[],
  calls: readonly CallRecord[],
): CallsApart {
  const facts = new Map(
    attempts.flatMap((attempt) => {
      const outcome = searchOutcome(attempt.result);
      if (outcome?.speculative === undefined) return [];
      return [[placeKey(attempt), factsOf(outcome, outcome.speculative)] as const];
    }),
  );
  if (facts.size === 0) return { counted: calls, speculative: [] };
  const isSpeculative = (call: CallRecord): boolean => {
    const known = facts.get(placeKey(call));
    if (known === undefined || call.kind !== 'search' || call.node === 'root') return false;
    if (known.counted.has(call.identity)) return false;
    // A strategy that was added takes over the node's name from what was made ahead under it.
    return known.inVain.has(call.identity) || !known.nodes.has(call.node);
  };
  return {
    counted: calls.filter((call) => !isSpeculative(call)),
    speculative: calls.filter(isSpeculative),
  };
}

function factsOf({ nodes }: SearchOutcome, inVain: SearchOutcome['nodes']) {
  const identities = (of: SearchOutcome['nodes']): ReadonlySet<string> =>
    new Set(of.flatMap((node) => node.calls.map(({ identity }) => identity)));
  return {
    nodes: new Set(nodes.map(({ id }) => id)),
    counted: identities(nodes),
    inVain: identities(inVain),
  };
}
