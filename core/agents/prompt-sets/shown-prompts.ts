import { assertNever } from '../../assert-never';
import type { Problem } from '../../schemas/problem';
import type { Expansion } from '../../search/method';
import { buildPlannedDebuggerMessages, buildPlannedSolverMessages } from '../map-coder/coder';
import { buildPlanMessages, planFormat } from '../map-coder/planner';
import { buildRecallMessages, recallFormat } from '../map-coder/recaller';
import type { AgentRole } from '../roles';
import type { Prompt, PromptSet } from './prompt-set';

/** What a prompt holds in place of what only a search knows. */
const unknown = {
  strategy: '<a strategy of the Thinker>',
  plan: '<a plan>',
  example: '<a similar problem with its plan>',
  program: '<the program>',
  feedback: '<what its visible tests gave>',
  review: '<what the critic wrote>',
  reflection: '<a reflection of the Thinker>',
} as const;

export interface ShownOptions {
  readonly prompts: PromptSet;
  readonly quoteProgram: boolean;
  readonly style: Expansion['style'];
  /** The method gives its Solver a strategy. */
  readonly strategies: boolean;
  /** The method has a critic. */
  readonly reviewed: boolean;
  /** Most strategies, reflections or recalled problems. */
  readonly width: number;
}

/** What a role is asked about a problem, with angle brackets where only a search knows the words; null: no role of a search. */
export function shownPrompt(
  role: AgentRole,
  problem: Problem,
  { prompts, quoteProgram, style, strategies, reviewed, width: atMost }: ShownOptions,
): Prompt | null {
  const strategy = strategies ? unknown.strategy : null;
  const review = reviewed ? unknown.review : null;
  const { program, feedback, plan, example, reflection } = unknown;
  const candidate = { problem, program, feedback, strategy, quoteProgram };
  switch (role) {
    case 'thinker-strategies':
      return prompts.strategies({ problem, atMost });
    case 'recaller':
      return { messages: buildRecallMessages({ problem, atMost }), format: recallFormat };
    case 'planner':
      return { messages: buildPlanMessages({ problem, example }), format: planFormat };
    case 'solver':
      return style === 'planned'
        ? { messages: buildPlannedSolverMessages({ problem, plan }), format: null }
        : prompts.solver({ problem, strategy, style });
    case 'debugger':
      return style === 'planned'
        ? {
            messages: buildPlannedDebuggerMessages({ problem, program, feedback, plan }),
            format: null,
          }
        : prompts.debugger({ ...candidate, review, reflection });
    case 'thinker-reflections':
      return prompts.reflections({ ...candidate, review, atMost });
    case 'critic-score':
      return prompts.score(candidate);
    case 'critic-verification':
      return prompts.verification(candidate);
    // Asked in dialogues and where environments are built.
    case 'human':
    case 'oracle':
    case 'interpreter':
    case 'harness-writer':
    case 'docstring-writer':
    case 'spec-solver':
      return null;
    default:
      return assertNever(role);
  }
}
