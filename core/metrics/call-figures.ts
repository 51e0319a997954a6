import type { CallRecord } from '../ports/records';
import type { ModelConfig } from '../schemas/run';
import { debuggerShares, repeatedDraws, verificationsWithoutTruth } from './answer-origins';
import type { DebuggerShares, RepeatedDraws } from './answer-origins';
import { callTotals } from './call-totals';
import type { CallTotals } from './call-totals';
import { endpointFacts } from './endpoint-facts';
import type { EndpointFacts } from './endpoint-facts';
import type { Fold } from './fold';
import { calledModels, firstTokens } from './reply-troubles';
import type { CalledModels, FirstTokens } from './reply-troubles';

/** Everything that tables say of a run's calls, which are too many to be kept. */
export interface CallFigures {
  readonly totals: CallTotals;
  readonly debuggerShares: DebuggerShares | null;
  readonly repeatedDraws: RepeatedDraws | null;
  readonly verificationWithoutTruth: number;
  readonly endpoint: EndpointFacts;
  readonly called: CalledModels;
  readonly firstTokens: FirstTokens;
}

export function callFigures(model: ModelConfig): Fold<CallRecord, CallFigures> {
  const folds = {
    totals: callTotals(),
    debuggerShares: debuggerShares(),
    repeatedDraws: repeatedDraws(),
    verificationWithoutTruth: verificationsWithoutTruth(),
    endpoint: endpointFacts(model),
    called: calledModels(),
    firstTokens: firstTokens(),
  };
  const all: readonly Pick<Fold<CallRecord, unknown>, 'add'>[] = Object.values(folds);
  return {
    add: (call) => {
      for (const fold of all) fold.add(call);
    },
    result: () => ({
      totals: folds.totals.result(),
      debuggerShares: folds.debuggerShares.result(),
      repeatedDraws: folds.repeatedDraws.result(),
      verificationWithoutTruth: folds.verificationWithoutTruth.result(),
      endpoint: folds.endpoint.result(),
      called: folds.called.result(),
      firstTokens: folds.firstTokens.result(),
    }),
  };
}
