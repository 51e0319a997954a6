import type { EnvironmentRecord, RepositoryStatus } from '../schemas/environment';
import type { Definition } from '../schemas/environment-definition';
import type { FunnelEntry } from '../schemas/environment-funnel';
import type { PlanStage } from '../names/harness-plan';
import type { RepositoryCounts } from '../repository/funnel-counts';
import type { PlanConfig, PlanEvent, PlanFinish, StepAction } from '../repository/plan/plan';
import { planSteps } from '../repository/plan/plan-steps';
import type { AttemptKey } from '../durable/attempt-key';
import type { AttemptSummary } from './work';

/** The part of the configuration of a run that decides how harnesses are made. */
export type HarnessRules = Omit<PlanConfig, 'target'>;

/** Start of `build-environment`. */
export type EnvironmentStart =
  /** The repository was finished before. Nothing is left to do. */
  | { readonly finished: AttemptSummary }
  | {
      readonly finished: null;
      readonly rules: HarnessRules;
      /** The number of cells of the worker (`programsAtOnce`), at least 1. More harnesses would only wait for a cell. */
      readonly harnessesAtOnce: number;
    };

interface OfRepository {
  readonly attempt: AttemptKey;
}

/** Result of a step on a whole repository. A status ends the work on the repository. */
export interface StepOnRepository {
  /** null: the work continues. */
  readonly ended: RepositoryStatus | null;
}

export interface TakenRepository extends StepOnRepository {
  /** sha256 of the stored `TakenIn`. */
  readonly taken: string;
}

/** `environment`: sha256 of the stored environment. null: it was not installed. */
export type InstalledRepository =
  | { readonly ended: null; readonly environment: string }
  | { readonly ended: RepositoryStatus; readonly environment: string | null };

export interface SelectedFunctions extends StepOnRepository {
  /** Counts of the whole funnel. Functions that already have an end keep it. */
  readonly counts: RepositoryCounts;
}

/** A function that needs a harness. */
export interface PlannedFunction {
  /** `<path>::<qualname>#<n>`. */
  readonly id: string;
  /** Place in the order of the repository, from 0. Each function has its own. */
  readonly place: number;
}

export interface FunctionPage {
  /** The functions without an end, in order. */
  readonly functions: readonly PlannedFunction[];
  /** `from` of the next page. null: this was the last. */
  readonly next: number | null;
}

export interface OfFunction extends OfRepository {
  readonly environment: string;
  /** `<path>::<qualname>#<n>`. */
  readonly function: string;
}

/** A step that the plan of a function requests. */
export interface OfStep extends OfFunction {
  readonly action: StepAction;
}

export type StepActivity = (typeof planSteps)[PlanStage]['activity'];

/** Carries out a step of any kind. */
export type RunStep = (input: OfStep) => Promise<PlanEvent>;
type StepPorts = Readonly<Record<StepActivity, RunStep>>;

/** The activities of all steps: one function under every name. */
export function stepPorts(run: RunStep): StepPorts {
  const named = Object.values(planSteps).map(({ activity }) => [activity, run]);
  return Object.fromEntries(named) as StepPorts;
}

/** Activities of environments. Each is safe to run twice and finds its earlier result by content, also of another run. */
export interface EnvironmentPorts extends StepPorts {
  readonly beginEnvironment: (
    input: OfRepository & { readonly position: number },
  ) => Promise<EnvironmentStart>;
  /** Takes in the tree of files, complete and unchanged, with its origin. */
  readonly takeIn: (input: OfRepository) => Promise<TakenRepository>;
  /** Builds and installs the repository, in a cell that can reach only the package index. */
  readonly installProject: (
    input: OfRepository & { readonly taken: string },
  ) => Promise<InstalledRepository>;
  /** Finds the modules that can be imported, each in its own process. */
  readonly importModules: (
    input: OfRepository & { readonly environment: string },
  ) => Promise<StepOnRepository>;
  /** Finds the definitions, and those that pass the filters. */
  readonly selectFunctions: (
    input: OfRepository & { readonly environment: string },
  ) => Promise<SelectedFunctions>;
  /** Runs the tests of the repository and stores the arguments of the selected functions. */
  readonly captureTraces: (input: OfRepository & { readonly environment: string }) => Promise<void>;
  /** Loads the functions from the place `from` on. */
  readonly loadFunctions: (
    input: OfRepository & { readonly from: number; readonly size: number },
  ) => Promise<FunctionPage>;

  /** Records the end of a function: its place in the funnel and, if accepted, its instance (docstring refined on request). */
  readonly finishHarness: (
    input: OfFunction & { readonly finish: PlanFinish },
  ) => Promise<FunnelEntry>;

  /** Records the end of the repository. It is unscored, to be retried, if functions have no end. */
  readonly finishEnvironment: (
    input: OfRepository & {
      readonly position: number;
      readonly ended: RepositoryStatus | null;
      readonly environment: string | null;
      /** Why some functions have no end. null: all have. */
      readonly unfinished: string | null;
    },
  ) => Promise<AttemptSummary>;
}

/** A function of a run at its present stage. */
export interface FunctionRecord {
  readonly id: string;
  readonly place: number;
  readonly entry: FunnelEntry;
}

/** Number of functions of a repository in a run at a stage. */
export interface StageCount extends Pick<AttemptKey, 'problem' | 'sample'> {
  readonly stage: FunnelEntry['stage'];
  readonly count: number;
}

/** Store of environments and their harnesses. It is separate from runs, because several runs share them. */
export interface EnvironmentStore {
  /** Stores bytes in pieces by their sha256. Writing existing bytes costs nothing. */
  readonly putArchive: (
    content: AsyncIterable<Uint8Array>,
  ) => Promise<{ sha256: string; bytes: number }>;
  /** @throws BlobMissingError */
  readonly openArchive: (sha256: string) => AsyncIterable<Uint8Array>;
  readonly hasArchive: (sha256: string) => Promise<boolean>;

  /** The last write counts: the modules that can be imported are known later than the installed packages. */
  readonly saveEnvironment: (record: EnvironmentRecord) => Promise<void>;
  readonly environment: (sha256: string) => Promise<EnvironmentRecord | null>;
  /** In order of their first saving. */
  readonly environments: () => Promise<readonly EnvironmentRecord[]>;

  /** Replaces all definitions of an environment. */
  readonly saveDefinitions: (
    environment: string,
    definitions: readonly Definition[],
  ) => Promise<void>;
  /** In order of path, then of place in the file. */
  readonly definitions: (environment: string) => Promise<readonly Definition[]>;
  readonly definition: (environment: string, id: string) => Promise<Definition | null>;

  /** Replaces all entries of a repository in a run, in order. Accepted and rejected entries do not change. */
  readonly saveFunnel: (key: AttemptKey, entries: readonly FunnelEntry[]) => Promise<void>;
  /** The first end counts. @throws RecordMissingError for a function that is not in the funnel */
  readonly setEntry: (key: AttemptKey, entry: FunnelEntry) => Promise<void>;
  /** In order of place. */
  readonly funnel: (key: AttemptKey) => Promise<readonly FunctionRecord[]>;
  /** Counts of all its repositories, by repository and stage. Cheap enough to ask every second. */
  readonly stageCounts: (run: string) => Promise<readonly StageCount[]>;
  readonly waitingFunctions: (
    key: AttemptKey,
    page: { readonly from: number; readonly size: number },
  ) => Promise<FunctionPage>;

  /** Stored result of a step, by everything that it depends on, as JSON. null: it never ended. */
  readonly findStep: (key: string) => Promise<unknown>;
  /** @param which result counts. Default: the first. The last: what the first one named was removed */
  readonly saveStep: (key: string, result: object, which?: 'first' | 'last') => Promise<void>;

  /** Notes that a task uses an environment now. Archives of environments that no task used are never removed. */
  readonly useTaskEnvironment: (environment: string) => Promise<void>;
  /**
   * Removes archives of the environments of tasks that were used least recently, until the others fit. Those that were used within
   * `unusedForMs` stay. @returns sha256 of each environment
   */
  readonly evictTaskEnvironments: (budget: {
    readonly mostBytes: number;
    readonly unusedForMs: number;
  }) => Promise<readonly string[]>;
}
