export const agentRoles = [
  'thinker-strategies',
  'thinker-reflections',
  'solver',
  'debugger',
  'critic-score',
  'critic-verification',
  'human',
  'oracle',
  'interpreter',
  'harness-writer',
  'docstring-writer',
  'spec-solver',
  'recaller',
  'planner',
  'locator',
  'reproducer',
  'shell-agent',
  'first-rater',
  'second-rater',
  'weak-assistant',
  'strong-assistant',
  'asking-user',
  'mistaken-assistant',
  'introducer',
  'rewriter',
  'embedder',
] as const;
export type AgentRole = (typeof agentRoles)[number];

/** Roles of the making of data sets. */
export type DatasetRole = Extract<
  AgentRole,
  | 'first-rater'
  | 'second-rater'
  | 'weak-assistant'
  | 'strong-assistant'
  | 'asking-user'
  | 'mistaken-assistant'
  | 'introducer'
  | 'rewriter'
  | 'embedder'
>;

/** What tells one agent from another wherever they are not asked by name. */
export interface RoleTraits {
  /** Whose model it is, where the configuration names several. A recipe names `judge`, `weak`, `strong` and `embedder`. */
  readonly model: 'thinker' | 'critic' | 'human' | 'own' | 'judge' | 'weak' | 'strong' | 'embedder';
  /**
   * What its answer holds: `program` a first one, `repair` another one in place of one that is shown, `words` prose
   * that is kept with a node and decides nothing, `guidance` what a person would tell a programmer, in a few sentences
   * and without code, `conversation` a turn of a talk that may bring code to be run or not, `cases` inputs for a function
   * of a repository, `docstring` what such a function is for, `examples` similar problems with their plans, `plan` a plan and how
   * sure it is, `locations` places of a repository, `script` a program that shows whether an issue is there,
   * `command` what is run next in a shell, `rating` a number from 1 to 5, `turn` a turn of a dialogue for a data set,
   * `assessment` what a person thinks of such a turn, as JSON, `introduction` prose before a block of code, `vector` what a text
   * means, as numbers.
   */
  readonly gives:
    | 'strategies'
    | 'reflections'
    | 'program'
    | 'repair'
    | 'score'
    | 'verification'
    | 'words'
    | 'guidance'
    | 'conversation'
    | 'cases'
    | 'docstring'
    | 'examples'
    | 'plan'
    | 'locations'
    | 'script'
    | 'command'
    | 'rating'
    | 'turn'
    | 'assessment'
    | 'introduction'
    | 'vector';
}

export const roleTraits: Readonly<Record<AgentRole, RoleTraits>> = {
  'thinker-strategies': { model: 'thinker', gives: 'strategies' },
  'thinker-reflections': { model: 'thinker', gives: 'reflections' },
  solver: { model: 'own', gives: 'program' },
  debugger: { model: 'own', gives: 'repair' },
  'critic-score': { model: 'critic', gives: 'score' },
  'critic-verification': { model: 'critic', gives: 'verification' },
  human: { model: 'human', gives: 'guidance' },
  /** A human who sees the reference, and may not tell it. */
  oracle: { model: 'human', gives: 'guidance' },
  interpreter: { model: 'own', gives: 'conversation' },
  'harness-writer': { model: 'own', gives: 'cases' },
  'docstring-writer': { model: 'own', gives: 'docstring' },
  /** Writes a function again from its docstring alone, to see whether that says enough. */
  'spec-solver': { model: 'own', gives: 'program' },
  /** Names similar problems before there is a plan (MapCoder). */
  recaller: { model: 'thinker', gives: 'examples' },
  planner: { model: 'thinker', gives: 'plan' },
  /** Names files, definitions and lines of a repository that an issue concerns (Agentless, section 3.1). */
  locator: { model: 'thinker', gives: 'locations' },
  /** Writes a script that reproduces an issue (Agentless, section 3.3). */
  reproducer: { model: 'own', gives: 'script' },
  /** Works in a repository with a shell as its only tool (mini-swe-agent). */
  'shell-agent': { model: 'own', gives: 'command' },
  /** Rate the complexity of an instruction (OpenCodeInterpreter, appendix A: two prompts). */
  'first-rater': { model: 'judge', gives: 'rating' },
  'second-rater': { model: 'judge', gives: 'rating' },
  /** Answers an instruction first (OpenCodeInterpreter, interaction simulation). */
  'weak-assistant': { model: 'weak', gives: 'turn' },
  'strong-assistant': { model: 'strong', gives: 'turn' },
  /** Plays the person who asked. */
  'asking-user': { model: 'strong', gives: 'assessment' },
  /** Answers with a planted error (OpenCodeInterpreter, code correction). */
  'mistaken-assistant': { model: 'strong', gives: 'turn' },
  /** Writes the prose before a given block of code. */
  introducer: { model: 'strong', gives: 'introduction' },
  /** Solves a problem once more, in another way. */
  rewriter: { model: 'strong', gives: 'turn' },
  /** An embedding model, for packing. */
  embedder: { model: 'embedder', gives: 'vector' },
};

/** Roles that are asked before the search of a patch, whatever its method. */
export const preparingRoles: readonly AgentRole[] = ['locator', 'reproducer'];

/** Roles that write prose about each generated program, in the order in which they are asked. */
export const wordsRoles: readonly AgentRole[] = agentRoles.filter(
  (role) => roleTraits[role].gives === 'words',
);

const programRoles: ReadonlySet<string> = new Set(
  agentRoles.filter((role) => ['program', 'repair'].includes(roleTraits[role].gives)),
);

/** Whether its answer is a program, to be run; no, where a record names a role that is not known here. */
export function writesProgram(role: string): boolean {
  return programRoles.has(role);
}
