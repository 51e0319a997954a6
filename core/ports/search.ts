import type { CallRef } from '../schemas/model';
import type { Critique, SearchOutcome, SteeringEntry, VisibleResult } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { Expansion } from '../search/method';
import type { AttemptKey } from './records';
import type { AttemptSummary } from './work';

/** What `solve-problem` starts from; everything else the activities read from the store by the run's id. */
export interface SearchStart {
  readonly method: string;
  readonly budget: number;
  readonly maxDepth: number;
  readonly width: number;
  /** Accepted updates of an earlier life of this attempt, replayed at their places. */
  readonly steering: readonly SteeringEntry[];
  /** It was finished before: nothing to do. */
  readonly finished: AttemptSummary | null;
}

export interface StrategyReply {
  readonly strategies: readonly TextRef[];
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

export interface SolutionReply {
  /** sha256 of the program; null: no code came, even after the repair question. */
  readonly program: string | null;
  readonly calls: readonly CallRef[];
}

export interface CritiqueReply {
  readonly critique: Critique;
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

export interface ReflectionReply {
  readonly reflections: readonly TextRef[];
  readonly calls: readonly CallRef[];
  readonly neutral: readonly string[];
}

/** The agents' questions. */
export interface AgentPorts {
  readonly proposeStrategies: (input: {
    readonly attempt: AttemptKey;
    readonly atMost: number;
  }) => Promise<StrategyReply>;
  readonly generateSolution: (input: {
    readonly attempt: AttemptKey;
    readonly expansion: Expansion;
  }) => Promise<SolutionReply>;
  readonly critiqueNode: (input: {
    readonly attempt: AttemptKey;
    readonly expansion: Expansion;
    readonly task: 'score' | 'verification';
    readonly program: string;
    readonly visible: VisibleResult;
  }) => Promise<CritiqueReply>;
  readonly reflectOnNode: (input: {
    readonly attempt: AttemptKey;
    readonly expansion: Expansion;
    readonly program: string;
    readonly visible: VisibleResult;
    /** The critic's analysis, to be shown with the feedback. */
    readonly review: TextRef | null;
  }) => Promise<ReflectionReply>;
}

export interface SandboxPorts {
  readonly runVisibleTests: (input: {
    readonly attempt: AttemptKey;
    readonly node: string;
    /** null: the reply held no program; gives the `no-program` result without a box. */
    readonly program: string | null;
  }) => Promise<VisibleResult>;
  /** Grades every distinct answer on the hidden tests and writes the attempt's record. */
  readonly finishSearch: (input: {
    readonly attempt: AttemptKey;
    readonly outcome: SearchOutcome;
  }) => Promise<AttemptSummary>;
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

/** What the workflows of a search ask of the world, beside what every kind of work does. */
export type SearchPorts = AgentPorts & SandboxPorts & SearchRecordPorts;
