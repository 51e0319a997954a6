import type {
  CallDigest,
  CallSum,
  CallTotals,
  DebuggerAnswers,
  RepeatedDraws,
} from '../ports/attempt-figures';
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
import { allServed, endpointFacts, servedCalls } from './endpoint-facts';
import type { EndpointFacts } from './endpoint-facts';
import type { Fold } from './fold';
import { allReplies, calledModels, firstTokens, modelsReplies } from './reply-troubles';
import type { CalledModels, FirstTokens } from './reply-troubles';
import type { CallsApart } from './speculative-calls';
import { sumUp } from './sum-up';

/** Figures about the calls of a run for tables. The calls themselves are too many to be kept. */
export interface CallFigures {
  readonly totals: CallTotals;
  readonly debuggerShares: DebuggerShares | null;
  readonly repeatedDraws: RepeatedDraws | null;
  readonly verificationWithoutTruth: number;
  readonly endpoint: EndpointFacts;
  readonly called: CalledModels;
  readonly firstTokens: FirstTokens;
  /** Cost of programs that were made ahead of their turn and not needed. The totals include it. */
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

export const noCalls: CallDigest = digestCalls({ counted: [], speculative: [] });

/** Digests together are one. */
export function callDigests(): Fold<CallDigest, CallDigest> {
  const [totals, draws, speculative] = [grandTotals(), allRepeatedDraws(), totalSum()];
  const [served, replies] = [allServed(), allReplies()];
  const answers = sumUp<DebuggerAnswers>({});
  let verificationWithoutTruth = 0;
  return {
    add: (part) => {
      totals.add(part.totals);
      answers.add(part.debugger);
      draws.add(part.repeatedDraws);
      verificationWithoutTruth += part.verificationWithoutTruth;
      served.add(part.served);
      replies.add(part.replies);
      speculative.add(part.speculative);
    },
    result: () => ({
      totals: totals.result(),
      debugger: answers.result(),
      repeatedDraws: draws.result(),
      verificationWithoutTruth,
      served: served.result(),
      replies: replies.result(),
      speculative: speculative.result(),
    }),
  };
}

/** @param calls digests of all calls of the run together */
export function callFigures(model: ModelConfig, calls: CallDigest): CallFigures {
  const { totals, repeatedDraws, verificationWithoutTruth, speculative } = calls;
  return {
    totals,
    debuggerShares: debuggerShares(calls.debugger),
    repeatedDraws,
    verificationWithoutTruth,
    endpoint: endpointFacts(model, calls.served),
    called: calledModels(calls.replies),
    firstTokens: firstTokens(calls.replies.models),
    speculative,
  };
}
