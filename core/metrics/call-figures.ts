import type { CallDigest, CallSum, CallTotals, RepeatedDraws } from '../ports/attempt-figures';
import type { ModelConfig } from '../schemas/run';
import {
  allRepeatedDraws,
  debuggerAnswers,
  debuggerShares,
  repeatedDraws,
  verificationsWithoutTruth,
} from './answer-origins';
import type { DebuggerShares } from './answer-origins';
import { callSum, totalSum } from './call-sum';
import { callTotals, grandTotals } from './call-totals';
import { endpointFacts, servedCalls } from './endpoint-facts';
import type { EndpointFacts } from './endpoint-facts';
import type { Fold } from './fold';
import { calledModels, firstTokens, modelsReplies } from './reply-troubles';
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

export function digestCalls({ counted, speculative }: CallsApart): CallDigest {
  const all = [...counted, ...speculative];
  return {
    totals: callTotals(all),
    debugger: debuggerAnswers(counted),
    repeatedDraws: repeatedDraws(counted),
    verificationWithoutTruth: verificationsWithoutTruth(counted),
    served: servedCalls(all),
    replies: modelsReplies(all),
    speculative: callSum(speculative),
  };
}

/** Of digests in the order of their attempts. */
export function callFigures(model: ModelConfig): Fold<CallDigest, CallFigures> {
  const [totals, endpoint, called] = [grandTotals(), endpointFacts(model), calledModels()];
  const [shares, draws, speculative] = [debuggerShares(), allRepeatedDraws(), totalSum()];
  const tokens = firstTokens();
  let verificationWithoutTruth = 0;
  return {
    add: (part) => {
      totals.add(part.totals);
      shares.add(part.debugger);
      draws.add(part.repeatedDraws);
      verificationWithoutTruth += part.verificationWithoutTruth;
      endpoint.add(part.served);
      called.add(part.replies);
      for (const replies of part.replies.models) tokens.add(replies);
      speculative.add(part.speculative);
    },
    result: () => ({
      totals: totals.result(),
      debuggerShares: shares.result(),
      repeatedDraws: draws.result(),
      verificationWithoutTruth,
      endpoint: endpoint.result(),
      called: called.result(),
      firstTokens: tokens.result(),
      speculative: speculative.result(),
    }),
  };
}
