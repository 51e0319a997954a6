import type { ModelConfig } from '../schemas/run';
import { debuggerShares, repeatedDraws, verificationsWithoutTruth } from './answer-origins';
import type { DebuggerShares, RepeatedDraws } from './answer-origins';
import { callSum } from './call-sum';
import type { CallSum } from './call-sum';
import { callTotals } from './call-totals';
import type { CallTotals } from './call-totals';
import { endpointFacts } from './endpoint-facts';
import type { EndpointFacts } from './endpoint-facts';
import type { Fold } from './fold';
import { calledModels, firstTokens } from './reply-troubles';
import type { CalledModels, FirstTokens } from './reply-troubles';
import type { CallsApart } from './speculative-calls';

/** Everything that tables say of a run's calls, which are too many to be kept. */
export interface CallFigures {
  readonly totals: CallTotals;
  readonly debuggerShares: DebuggerShares | null;
  readonly repeatedDraws: RepeatedDraws | null;
  readonly verificationWithoutTruth: number;
  readonly endpoint: EndpointFacts;
  readonly called: CalledModels;
  readonly firstTokens: FirstTokens;
  /** What was paid for programs that were made ahead in vain; the totals hold it, too. */
  readonly speculative: CallSum;
}

export function callFigures(model: ModelConfig): Fold<CallsApart, CallFigures> {
  const ofCounted = {
    debuggerShares: debuggerShares(),
    repeatedDraws: repeatedDraws(),
    verificationWithoutTruth: verificationsWithoutTruth(),
  };
  const ofAll = {
    totals: callTotals(),
    endpoint: endpointFacts(model),
    called: calledModels(),
    firstTokens: firstTokens(),
  };
  const folds = { ...ofCounted, ...ofAll, speculative: callSum() };
  return {
    add: ({ counted, speculative }) => {
      for (const call of counted) {
        for (const fold of Object.values(ofCounted)) fold.add(call);
      }
      for (const call of [...counted, ...speculative]) {
        for (const fold of Object.values(ofAll)) fold.add(call);
      }
      for (const call of speculative) folds.speculative.add(call);
    },
    result: () => ({
      totals: folds.totals.result(),
      debuggerShares: folds.debuggerShares.result(),
      repeatedDraws: folds.repeatedDraws.result(),
      verificationWithoutTruth: folds.verificationWithoutTruth.result(),
      endpoint: folds.endpoint.result(),
      called: folds.called.result(),
      firstTokens: folds.firstTokens.result(),
      speculative: folds.speculative.result(),
    }),
  };
}
