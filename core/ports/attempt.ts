import type {
  CallRef,
  Critique,
  SearchOutcome,
  SteeringEntry,
  TextRef,
  VisibleResult,
} from '../schemas/search';
import type { Expansion } from '../search/method';
import type { AttemptKey } from './records';

/** What `solve-problem` starts from; everything else the activities read from the store by the run's id. */
export interface AttemptStart {
  readonly method: string;
  readonly budget: number;
  readonly maxDepth: number;
  readonly width: number;
  /** Accepted updates of an earlier life of this attempt, replayed at their places. */
  readonly steering: readonly SteeringEntry[];
  /** It was finished before: nothing to do. */
  readonly finished: AttemptSummary | null;
}

export interface AttemptSummary {
  readonly status: 'completed' | 'unscored' | 'cancelled';
  readonly solved: boolean;
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

/**
 * What the workflows ask of the world. Activities implement it; each is safe to run twice. Inputs and results are
 * ids, hashes and short texts only.
 */
export interface ModelPorts {
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
  readonly finishAttempt: (input: {
    readonly attempt: AttemptKey;
    readonly outcome: SearchOutcome;
  }) => Promise<AttemptSummary>;
}

export interface RecordPorts {
  readonly beginAttempt: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
  }) => Promise<AttemptStart>;
  readonly recordSteering: (input: {
    readonly attempt: AttemptKey;
    readonly entry: SteeringEntry;
  }) => Promise<void>;
  /** The attempt ends without a verdict: cancelled by a person, or unscored for a cause; it may not have begun. */
  readonly recordUngraded: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
    readonly outcome: SearchOutcome;
    readonly status: 'cancelled' | 'unscored';
    readonly cause: string | null;
  }) => Promise<AttemptSummary>;
  readonly loadPlan: (input: {
    readonly run: string;
    readonly from: number;
    readonly size: number;
  }) => Promise<RunPlanPage>;
  readonly setRunStatus: (input: {
    readonly run: string;
    readonly status: 'running' | 'paused' | 'completed' | 'cancelled';
    readonly reason: string | null;
  }) => Promise<void>;
  /** Stores a person's text (an added strategy) and returns its reference. */
  readonly storeText: (input: { readonly text: string }) => Promise<TextRef>;
}

/** A page of the attempts a run consists of, unfinished ones only, in order. */
export interface RunPlanPage {
  readonly attempts: readonly {
    readonly problem: string;
    readonly sample: number;
    readonly position: number;
  }[];
  /** null: this was the last page. */
  readonly next: number | null;
  readonly total: number;
}
