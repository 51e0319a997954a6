import type { Problem } from '../tasks/problem';
import {
  buildPlannedDebuggerMessages,
  buildPlannedSolverMessages,
} from '../agents/map-coder/coder';
import type { DebuggerInput } from '../agents/debugger';
import { patchPrompts } from '../agents/patch/patch-prompts';
import type { Prompt, PromptSet } from '../agents/prompt-sets/prompt-set';
import type { Expansion } from './method';

export interface SolutionFacts {
  readonly problem: Problem;
  readonly style: Expansion['style'];
  /** The strategy to carry out. In the style `planned` this is the plan. */
  readonly strategy: string | null;
  /** The program to repair, with its feedback, review and reflection. null: a first program is requested. */
  readonly repaired: Pick<DebuggerInput, 'program' | 'feedback' | 'review' | 'reflection'> | null;
}

/**
 * The question to the Solver for a first program, or to the Debugger for a repaired one (CodeTree §3.3, MapCoder).
 * @throws RangeError for the style `shell`, which asks no Solver
 */
export function solutionPrompt(
  { problem, style, strategy, repaired }: SolutionFacts,
  prompts: PromptSet,
): Prompt {
  if (style === 'shell') throw new RangeError('an agent with a shell is not asked as a Solver');
  if (problem.kind === 'patch') {
    return repaired === null
      ? patchPrompts.solver({ problem, strategy, style: style === 'planned' ? 'plain' : style })
      : patchPrompts.debugger({ ...repaired, problem, strategy });
  }
  if (style === 'planned') {
    const plan = strategy;
    const messages =
      repaired === null
        ? buildPlannedSolverMessages({ problem, plan })
        : buildPlannedDebuggerMessages({ ...repaired, problem, plan });
    return { messages, format: null };
  }
  return repaired === null
    ? prompts.solver({ problem, strategy, style })
    : prompts.debugger({ ...repaired, problem, strategy });
}
