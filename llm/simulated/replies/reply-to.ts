import { assertNever } from '../../../core/values/assert-never';
import { roleTraits } from '../../../core/names/roles';
import { problemIn } from '../bank/bank-view';
import { casesReply } from './case-replies';
import { conversationReply } from './conversation-reply';
import { scoreReply, verificationReply } from './critic-replies';
import {
  assessmentReply,
  introductionReply,
  ratingReply,
  turnReply,
  vectorReply,
} from './dataset-replies';
import { debuggerReply, solverReply } from './program-replies';
import { docstringReply } from './docstring-replies';
import { guidanceReply } from './guidance-reply';
import { locationsReply } from './location-replies';
import { ProblemNotInBankError } from './reply';
import { examplesReply, planReply } from './plan-replies';
import { reflectionsReply, strategiesReply } from './thinker-replies';
import { scriptReply } from './script-reply';
import { shellReply } from './shell-reply';
import { specReply } from './spec-reply';
import { wordsReply } from './words-reply';
import type { AgentRole } from '../../../core/names/roles';
import type { BankView } from '../bank/bank-view';
import type { ChatScript } from '../chat-script';
import type { Reply, ReplyRequest } from './reply';
import type { ModelServerKind, ReplySettings } from './reply-settings';

/** A simulated or recorded model: what decides its answers, besides the request. */
export interface BankModel {
  readonly kind: ModelServerKind;
  readonly view: BankView;
  readonly settings: ReplySettings;
  /** What it says in chats; absent: a few sentences of its own. */
  readonly script?: ChatScript;
}

/** Of these answers none is about a problem of the bank. */
const withoutBank: readonly string[] = [
  ...['conversation', 'cases', 'docstring', 'script'],
  ...['rating', 'turn', 'assessment', 'introduction', 'vector'],
];

/** Whether a role answers from the programs of a problem, and from nothing else. */
export function needsBank(role: AgentRole): boolean {
  return role !== 'spec-solver' && !withoutBank.includes(roleTraits[role].gives);
}

/** A pure function: neither order, nor restarts, nor repetition changes it. @throws ProblemNotInBankError */
export function replyTo(model: BankModel, request: ReplyRequest): Reply {
  const { gives } = roleTraits[request.role];
  // These are about no problem of the bank.
  if (gives === 'conversation') return conversationReply(model.script ?? null, request);
  if (gives === 'cases') return casesReply(request);
  if (gives === 'docstring') return docstringReply(request);
  if (gives === 'script') return scriptReply();
  if (gives === 'rating') return ratingReply(request);
  if (gives === 'turn') return turnReply(request);
  if (gives === 'assessment') return assessmentReply(request);
  if (gives === 'introduction') return introductionReply(request);
  if (gives === 'vector') return vectorReply(request);
  const problem = problemIn(model.view, request.problem);
  if (request.role === 'spec-solver' && problem === undefined) return specReply(request);
  if (problem === undefined) {
    throw new ProblemNotInBankError(request.problem, model.view.bank.files);
  }
  const source = { kind: model.kind, settings: model.settings, problem };
  switch (gives) {
    case 'strategies':
      return strategiesReply(source, request);
    case 'reflections':
      return reflectionsReply(source, request);
    case 'program':
      return solverReply(source, request);
    case 'repair':
      return debuggerReply(source, request);
    case 'score':
      return scoreReply(source, request);
    case 'verification':
      return verificationReply(source, request);
    case 'examples':
      return examplesReply(source, request);
    case 'plan':
      return planReply(source, request);
    case 'words':
      return wordsReply();
    case 'locations':
      return locationsReply(source, request);
    case 'command':
      return shellReply(source, request);
    case 'guidance':
      return guidanceReply(request);
    default:
      return assertNever(gives);
  }
}
