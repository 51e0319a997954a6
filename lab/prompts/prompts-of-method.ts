import { buildSimulatedHumanMessages } from '../../core/agents/simulated-human';
import { promptSets } from '../../core/agents/prompt-sets/prompt-sets';
import { usualPrompts } from '../../core/names/prompt-choice';
import type { PromptChoice } from '../../core/names/prompt-choice';
import { rolePromptsSha256 } from '../../core/search/role-prompts-sha256';
import { shownPrompt } from '../../core/search/shown-prompts';
import type { AgentRole } from '../../core/names/roles';
import { refineRequest } from '../../core/refinement/requests/refine-request';
import { refinementPrompts } from '../../core/refinement/requests/prompts-sha256';
import type { RefinementPromptSet } from '../../core/schemas/dialogue';
import type { AnswerFormat, Message } from '../../core/schemas/model';
import type { Problem } from '../../core/tasks/problem';
import { methodNamed } from '../../core/search/methods';
import { kindOfMethod } from '../../core/kinds/kinds';
import { refuseForeignOptions } from '../planning/foreign-options';
import { sha256Of } from '../sha256-of';
import { runOptions } from '../planning/run-options';

/** A question as it is sent to a model. */
export interface AskedQuestion {
  readonly role: AgentRole;
  /** Such as `round 2`, `with --feedback human`. null: the role is asked only one kind of question. */
  readonly occasion: string | null;
  readonly messages: readonly Message[];
  readonly format: AnswerFormat | null;
}

/** All questions of a method about one problem. */
export interface MethodPrompts {
  readonly method: string;
  readonly problem: string;
  /** `default`, or a prompt set of dialogues. */
  readonly prompts: string;
  /** The hash in the configuration of runs. */
  readonly sha256: string;
  readonly questions: readonly AskedQuestion[];
}

/** The chosen prompts: for searches a set and the form of the program, for dialogues a set as well. */
export interface WordsChoice {
  readonly set?: PromptChoice['set'] | undefined;
  readonly program?: PromptChoice['program'] | undefined;
  readonly profile?: RefinementPromptSet | undefined;
}

/**
 * The questions of a method, in the order in which a run first asks them. Angle brackets stand for what only a run knows.
 * @throws UsageError (`UNKNOWN_METHOD`), (`OPTION_OF_OTHER_KIND`) for prompts that the method does not have
 */
export function promptsOfMethod(
  method: string,
  problem: Problem,
  choice: WordsChoice = {},
): MethodPrompts {
  refuseForeignOptions(method, {
    prompts: choice.set,
    shownProgram: choice.program,
    profile: choice.profile,
  });
  const {
    set = usualPrompts.set,
    program = promptSets[set].programForm,
    profile = runOptions.profile.usual,
  } = choice;
  if (kindOfMethod(method) === 'dialogue') return dialoguePrompts(method, problem, profile);
  const { roles, style, shape } = methodNamed(method);
  const options = {
    prompts: promptSets[set],
    quoteProgram: program === 'quoted',
    style,
    strategies: roles.includes('thinker-strategies'),
    reviewed: roles.some((role) => role.startsWith('critic-')),
    width: shape?.usual.width ?? 1,
  };
  const questions = roles.flatMap((role): AskedQuestion[] => {
    const shown = shownPrompt(role, problem, options);
    return shown === null ? [] : [{ role, occasion: null, ...shown }];
  });
  const sha256 = rolePromptsSha256(roles, set, sha256Of);
  return { method, problem: problem.id, prompts: set, sha256, questions };
}

function dialoguePrompts(
  method: string,
  problem: Problem,
  promptSet: RefinementPromptSet,
): MethodPrompts {
  const told = {
    reply: '```python\n<the program>\n```',
    program: '<the program>',
    feedback: { source: 'execution', text: '<what running it gave>' },
  } as const;
  const ofRound = (round: number): AskedQuestion => ({
    role: 'solver',
    occasion: `round ${String(round)}`,
    messages: refineRequest({ promptSet, problem, rounds: round === 1 ? [] : [told] }),
    format: null,
  });
  const execution = told.feedback.text;
  const ofGuide = (role: 'human' | 'oracle', reference: string | null): AskedQuestion => ({
    role,
    occasion: `with --feedback ${role}`,
    messages: buildSimulatedHumanMessages({
      promptSet,
      problem,
      program: told.program,
      execution,
      reference,
    }),
    format: null,
  });
  const questions = [
    ...[ofRound(1), ofRound(2)],
    ...[ofGuide('human', null), ofGuide('oracle', '<the reference program>')],
  ];
  const sha256 = refinementPrompts[promptSet];
  return { method, problem: problem.id, prompts: promptSet, sha256, questions };
}
