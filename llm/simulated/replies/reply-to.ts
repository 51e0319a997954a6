import { assertNever } from '../../../core/assert-never';
import { scoreReply, verificationReply } from './critic-replies';
import { debuggerReply, solverReply } from './program-replies';
import { ProblemNotInBankError } from './reply';
import { reflectionsReply, strategiesReply } from './thinker-replies';
import type { BankView } from '../bank/bank-view';
import type { Reply, ReplyRequest } from './reply';
import type { ModelServerKind, ReplySettings } from './reply-settings';

/** A simulated or recorded model: what decides its answers, besides the request. */
export interface BankModel {
  readonly kind: ModelServerKind;
  readonly view: BankView;
  readonly settings: ReplySettings;
}

/**
 * The answer to a request: a pure function of its arguments, so that neither order, nor restarts, nor repetition can
 * change it.
 * @throws ProblemNotInBankError
 */
export function replyTo(model: BankModel, request: ReplyRequest): Reply {
  const problem = model.view.problems.get(request.problem);
  if (problem === undefined) {
    throw new ProblemNotInBankError(request.problem, model.view.bank.files);
  }
  const source = { kind: model.kind, settings: model.settings, problem };
  switch (request.role) {
    case 'thinker-strategies':
      return strategiesReply(source, request);
    case 'thinker-reflections':
      return reflectionsReply(source, request);
    case 'solver':
      return solverReply(source, request);
    case 'debugger':
      return debuggerReply(source, request);
    case 'critic-score':
      return scoreReply(request);
    case 'critic-verification':
      return verificationReply(source, request);
    default:
      return assertNever(request.role);
  }
}
