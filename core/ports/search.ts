import type { ToldShellLimits } from '../agents/shell/shell-limits';
import type { NodeAnswer, NodeRole } from '../agents/node-agents';
import type { CallRef } from '../schemas/model';
import type { Plan, VisibleResult } from '../schemas/search';
import type { SearchOutcome, SteeringEntry } from '../kinds/search/schema';
import type { TextRef } from '../schemas/text';
import type { AnswerRule } from '../names/answer-rules';
import type { ShellEnd, ShellReply, ShellStep } from '../search/bash-agent/trajectory';
import type { Expansion, StrategiesWanted } from '../search/method';
import type { AttemptKey } from './records';
import type { AttemptSummary } from './work';

/** Start of `solve-problem`. The activities read everything else from the store by the id of the run. */
export interface SearchStart {
  readonly method: string;
  readonly budget: number;
  readonly maxDepth: number;
  readonly width: number;
  /** Absent: `best`. */
  readonly answer?: AnswerRule | undefined;
  /** Limits of an agent with a shell that are not the usual ones. */
  readonly shell?: ToldShellLimits | undefined;
  /** Accepted updates of an earlier execution of this attempt, which take effect again at their places. */
  readonly steering: readonly SteeringEntry[];
  /** The search was finished before. Nothing is left to do. */
  readonly finished: AttemptSummary | null;
  /** Whether the problem has to be prepared before the first program. Absent: no. */
  readonly prepare?: boolean | undefined;
}

/**
 * The steps before the first patch, in their order: the environment is built and read, a model names the places of the issue, tests
 * that pass before the change are run, and scripts that reproduce the issue are written.
 */
export const prepareSteps = ['environment', 'places', 'regression', 'reproduction'] as const;
export type PrepareStep = (typeof prepareSteps)[number];

export interface Prepared {
  readonly calls: readonly CallRef[];
  /** As of a node. */
  readonly neutral: readonly string[];
}

/** Each is safe to run twice: its result is kept for the problem in the run. */
export interface PreparePorts {
  readonly prepareTask: (input: {
    readonly attempt: AttemptKey;
    readonly step: PrepareStep;
  }) => Promise<Prepared>;
}

export interface StrategyReply {
  readonly strategies: readonly TextRef[];
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

export interface ExamplesReply {
  readonly examples: readonly TextRef[];
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

export interface PlanReply {
  readonly plan: Plan;
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

export interface SolutionReply {
  /** sha256 of the program; null: no code came, even after the repair question. */
  readonly program: string | null;
  /** As of a node. */
  readonly vote?: string | undefined;
  /** Of a reply whose edits could not be applied: kinds of faults. Each is counted. */
  readonly faults?: readonly string[] | undefined;
  /** sha256 of the steps of the agent with a shell that made it. */
  readonly trajectory?: string;
  readonly calls: readonly CallRef[];
}

/** A question about a node to one of the agents in `nodeAgents`. */
export interface NodeQuestion<Role extends NodeRole> {
  readonly attempt: AttemptKey;
  readonly expansion: Expansion;
  readonly role: Role;
  readonly program: string;
  readonly visible: VisibleResult;
  /** The critic's analysis; null before there is one. */
  readonly review: TextRef | null;
}

export interface NodeReply<Role extends NodeRole> {
  readonly answer: NodeAnswer<Role>;
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

/** The agents' questions. */
export interface AgentPorts {
  readonly proposeStrategies: (
    input: { readonly attempt: AttemptKey } & StrategiesWanted,
  ) => Promise<StrategyReply>;
  /** None when no reply could be read. */
  readonly recallProblems: (input: {
    readonly attempt: AttemptKey;
    readonly atMost: number;
  }) => Promise<ExamplesReply>;
  readonly makePlan: (input: {
    readonly attempt: AttemptKey;
    /** Similar problem with its plan. */
    readonly example: TextRef | null;
  }) => Promise<PlanReply>;
  readonly generateSolution: (input: {
    readonly attempt: AttemptKey;
    readonly expansion: Expansion;
  }) => Promise<SolutionReply>;
  readonly askAboutNode: <Role extends NodeRole>(
    input: NodeQuestion<Role>,
  ) => Promise<NodeReply<Role>>;
}

export interface SandboxPorts {
  readonly runVisibleTests: (input: {
    readonly attempt: AttemptKey;
    readonly node: string;
    /** null: the reply held no program; gives the `no-program` result without a box. */
    readonly program: string | null;
  }) => Promise<VisibleResult>;
  /** Grades every distinct answer on the hidden tests and writes the record of the attempt. */
  readonly finishSearch: (input: {
    readonly attempt: AttemptKey;
    readonly outcome: SearchOutcome;
  }) => Promise<AttemptSummary>;
}

/** A trajectory of an agent with a shell so far. */
export interface ShellSoFar {
  readonly attempt: AttemptKey;
  readonly expansion: Expansion;
  readonly steps: readonly ShellStep[];
}

/** The steps of an agent with a shell (bash-agent). */
export interface ShellPorts {
  readonly askShellAgent: (
    input: ShellSoFar,
  ) => Promise<{ readonly reply: ShellReply; readonly calls: readonly CallRef[] }>;
  /** Runs the command of the last step, after those before it that changed files. */
  readonly runShellCommand: (
    input: ShellSoFar,
  ) => Promise<{ readonly told: string; readonly submitted: boolean }>;
  /** The patch is what the tree is after the last command. null: nothing changed. */
  readonly endTrajectory: (
    input: ShellSoFar & { readonly end: ShellEnd; readonly tokens: number },
  ) => Promise<{
    readonly program: string | null;
    /** As of a node. */
    readonly vote?: string;
    readonly trajectory: string;
  }>;
}

export interface SearchRecordPorts {
  readonly beginSearch: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
  }) => Promise<SearchStart>;
  readonly recordSteering: (input: {
    readonly attempt: AttemptKey;
    readonly entry: SteeringEntry;
  }) => Promise<void>;
}

/** The activities of searches, beside those of every kind of work. */
export type SearchPorts = AgentPorts & PreparePorts & SandboxPorts & ShellPorts & SearchRecordPorts;
