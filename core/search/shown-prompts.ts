import type { Problem } from '../tasks/problem';
import type { Expansion } from './method';
import { buildPlanMessages, planFormat } from '../agents/map-coder/planner';
import { buildRecallMessages, recallFormat } from '../agents/map-coder/recaller';
import type { NodeFacts } from '../agents/node-agent';
import { nodeAgents } from '../agents/node-agents';
import { promptsFor } from '../agents/patch/patch-prompts';
import { shellMessages } from '../agents/shell/shell-messages';
import { usualShellLimits } from '../agents/shell/shell-limits';
import type { AgentRole } from '../names/roles';
import type { Prompt, PromptSet } from '../agents/prompt-sets/prompt-set';
import { solutionPrompt } from './solution-prompt';

/** Placeholders in a prompt for what only a search knows. */
const unknown = {
  strategy: '<a strategy of the Thinker>',
  plan: '<a plan>',
  example: '<a similar problem with its plan>',
  program: '<the program>',
  feedback: '<what its visible tests gave>',
  review: '<what the critic wrote>',
  reflection: '<a reflection of the Thinker>',
} as const;

/** The questions to agents about a node, by role. */
export type PromptOfNode = Readonly<
  Partial<Record<AgentRole, { prompt(facts: NodeFacts, prompts: PromptSet): Prompt }>>
>;

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
  /** Default: those of every search. */
  readonly agents?: PromptOfNode;
}

/** The request to a role, with angle brackets for what only a search knows. null: searches do not ask the role. */
export function shownPrompt(
  role: AgentRole,
  problem: Problem,
  {
    prompts: set,
    quoteProgram,
    style,
    strategies,
    reviewed,
    width: atMost,
    agents = nodeAgents,
  }: ShownOptions,
): Prompt | null {
  const prompts = promptsFor(problem, set);
  const strategy = strategies ? unknown.strategy : null;
  const review = reviewed ? unknown.review : null;
  const { program, feedback, plan, example, reflection } = unknown;
  const candidate = { problem, program, feedback, strategy, quoteProgram };
  const solution = {
    problem,
    // An agent with a shell is asked in its own words.
    style: style === 'shell' ? 'plain' : style,
    strategy: style === 'planned' ? plan : strategy,
  } as const;
  const ofOthers: Partial<Record<AgentRole, () => Prompt>> = {
    'shell-agent': () => ({
      messages: shellMessages({ problem, limits: usualShellLimits, turns: [] }),
      format: null,
    }),
    'thinker-strategies': () => prompts.strategies({ problem, atMost }),
    recaller: () => ({ messages: buildRecallMessages({ problem, atMost }), format: recallFormat }),
    planner: () => ({ messages: buildPlanMessages({ problem, example }), format: planFormat }),
    solver: () => solutionPrompt({ ...solution, repaired: null }, prompts),
    debugger: () =>
      solutionPrompt({ ...solution, repaired: { program, feedback, review, reflection } }, prompts),
  };
  const ofNode = agents[role]?.prompt({ ...candidate, review, atMost }, prompts);
  return ofNode ?? ofOthers[role]?.() ?? null;
}
