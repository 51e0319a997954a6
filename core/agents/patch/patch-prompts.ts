import type { Problem } from '../../tasks/problem';
import type { PatchProblem } from '../../tasks/patch/patch';
import { scoreFormat } from '../critic-score';
import { verificationFormat } from '../critic-verification';
import { reflectionsFormat } from '../thinker-reflections';
import type { Prompt, PromptSet } from '../prompt-sets/prompt-set';
import { locationSetsPrompt } from './locate-places';
import { patchDebuggerMessages } from './patch-debugger';
import {
  patchReflectionsMessages,
  patchScoreMessages,
  patchVerificationMessages,
} from './patch-critics';
import { patchSolverMessages } from './patch-solver';

/** The questions of a search about a patch, for a set of prompts: the forms of answers are those of programs. */
export const patchPrompts: PromptSet = {
  name: 'patch',
  programForm: 'own-turn',
  solver: (input) => inWords(patchSolverMessages({ ...input, problem: patchOf(input.problem) })),
  debugger: (input) =>
    inWords(patchDebuggerMessages({ ...input, problem: patchOf(input.problem), changed: null })),
  // Where a search asks, the code is that of the elements that were located.
  strategies: ({ problem, atMost }) =>
    locationSetsPrompt(patchOf(problem), patchOf(problem).context, atMost),
  reflections: (input) => ({
    messages: patchReflectionsMessages({ ...input, problem: patchOf(input.problem) }),
    format: reflectionsFormat,
  }),
  score: (input) => ({
    messages: patchScoreMessages({ ...input, problem: patchOf(input.problem) }),
    format: scoreFormat,
  }),
  verification: (input) => ({
    messages: patchVerificationMessages({ ...input, problem: patchOf(input.problem) }),
    format: verificationFormat,
  }),
};

/** The questions about a problem: those of the set, or those about patches. */
export function promptsFor({ kind }: Pick<Problem, 'kind'>, set: PromptSet): PromptSet {
  return kind === 'patch' ? patchPrompts : set;
}

function inWords(messages: Prompt['messages']): Prompt {
  return { messages, format: null };
}

function patchOf(problem: Problem): PatchProblem {
  if (problem.kind !== 'patch') throw new RangeError(`${problem.id} is not a repository task`);
  return problem;
}
