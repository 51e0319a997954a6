import type { EnvironmentRecord, RepositoryStatus } from '../schemas/environment';
import type { Definition } from '../schemas/environment-definition';
import type { FunnelEntry } from '../schemas/environment-funnel';
import type { RepositoryCounts } from '../repository/funnel-counts';
import type { PlanConfig, PlanEvent, PlanFinish, StepAction } from '../repository/plan/plan';
import type { AttemptKey } from '../durable/attempt-key';
import type { AttemptSummary } from './work';

/** What of a run's configuration decides how harnesses come about. */
export type HarnessRules = Omit<PlanConfig, 'target'>;

/** What `build-environment` starts from. */
export type EnvironmentStart =
  /** It was finished before: nothing to do. */
  | { readonly finished: AttemptSummary }
  | {
      readonly finished: null;
      readonly rules: HarnessRules;
      /** As many as the worker has cells (`programsAtOnce`), at least 1: more would only wait in line for one. */
      readonly harnessesAtOnce: number;
    };

interface OfRepository {
  readonly attempt: AttemptKey;
}

/** What a step on a whole repository came to; with a status that ends it there is nothing after it. */
export interface StepOnRepository {
  /** null: it goes on. */
  readonly ended: RepositoryStatus | null;
}

export interface TakenRepository extends StepOnRepository {
  /** sha256 of the stored `TakenIn`. */
  readonly taken: string;
}

/** `environment`: sha256 of the stored one; null: it was not installed. */
export type InstalledRepository =
  | { readonly ended: null; readonly environment: string }
  | { readonly ended: RepositoryStatus; readonly environment: string | null };

export interface SelectedFunctions extends StepOnRepository {
  /** Of the whole funnel; functions that had an end before keep it. */
  readonly counts: RepositoryCounts;
}

/** A function that a harness is to be built for. */
export interface PlannedFunction {
  /** `<path>::<qualname>#<n>`. */
  readonly id: string;
  /** Order in the repository, from 0; of no two functions the same. */
  readonly place: number;
}

export interface FunctionPage {
  /** Those without an end, in order. */
  readonly functions: readonly PlannedFunction[];
  /** `from` of the page behind this one; null: this was the last. */
  readonly next: number | null;
}

export interface OfFunction extends OfRepository {
  readonly environment: string;
  /** `<path>::<qualname>#<n>`. */
  readonly function: string;
}

/** A step that the plan of one function asks for. */
export interface OfStep extends OfFunction {
  readonly action: StepAction;
}

/** The activity of each step. Histories hold these names, so they never change. */
export const stepActivities = {
  slice: 'sliceFunction',
  generate: 'generateCases',
  run: 'runReference',
  coverage: 'measureCoverage',
  mutation: 'measureMutation',
  reruns: 'rerunHarness',
  minimise: 'minimiseHarness',
  scan: 'scanHarness',
} as const satisfies Readonly<Record<StepAction['kind'], string>>;
export type StepActivity = (typeof stepActivities)[StepAction['kind']];

/** Carries out a step of any kind. */
export type RunStep = (input: OfStep) => Promise<PlanEvent>;
type StepPorts = Readonly<Record<StepActivity, RunStep>>;

/** The activities of all steps: one function under every name. */
export function stepPorts(run: RunStep): StepPorts {
  const named = Object.values(stepActivities).map((name) => [name, run]);
  return Object.fromEntries(named) as StepPorts;
}

/**
 * What the workflows that build environments ask of the world, beside what every kind of work does. Each is safe to run
 * twice, and finds what it has done before: by its content, whichever run it was for.
 */
export interface EnvironmentPorts extends StepPorts {
  readonly beginEnvironment: (
    input: OfRepository & { readonly position: number },
  ) => Promise<EnvironmentStart>;
  /** The tree of files, whole and unchanged, and where it is from. */
  readonly takeIn: (input: OfRepository) => Promise<TakenRepository>;
  /** Builds and installs it, in a cell whose one way out leads to the package index. */
  readonly installProject: (
    input: OfRepository & { readonly taken: string },
  ) => Promise<InstalledRepository>;
  /** Which of its modules can be imported, each in a process of its own. */
  readonly importModules: (
    input: OfRepository & { readonly environment: string },
  ) => Promise<StepOnRepository>;
  /** Its definitions, and which of them pass the filters. */
  readonly selectFunctions: (
    input: OfRepository & { readonly environment: string },
  ) => Promise<SelectedFunctions>;
  /** Runs the repository's own tests, and keeps what the selected functions are called with. */
  readonly captureTraces: (input: OfRepository & { readonly environment: string }) => Promise<void>;
  /** Those at the place `from` and behind it. */
  readonly loadFunctions: (
    input: OfRepository & { readonly from: number; readonly size: number },
  ) => Promise<FunctionPage>;

  /**
   * The end of one function: its instance when it was accepted, with a docstring that a model has refined where the run
   * asks for that, and its place in the funnel either way.
   */
  readonly finishHarness: (
    input: OfFunction & { readonly finish: PlanFinish },
  ) => Promise<FunnelEntry>;

  /** What became of the repository as a whole; unscored, to be tried again, when functions have come to no end. */
  readonly finishEnvironment: (
    input: OfRepository & {
      readonly position: number;
      readonly ended: RepositoryStatus | null;
      readonly environment: string | null;
      /** Why some functions have come to no end; null: all have. */
      readonly unfinished: string | null;
    },
  ) => Promise<AttemptSummary>;
}

/** A function of a run, as far as it has come. */
export interface FunctionRecord {
  readonly id: string;
  readonly place: number;
  readonly entry: FunnelEntry;
}

/** How many functions of a repository in a run are at a stage. */
export interface StageCount extends Pick<AttemptKey, 'problem' | 'sample'> {
  readonly stage: FunnelEntry['stage'];
  readonly count: number;
}

/** Environments and what is built in them; apart from runs, since several share them. */
export interface EnvironmentStore {
  /** Bytes by their sha256, in pieces. Writing what is there already is free. */
  readonly putArchive: (
    content: AsyncIterable<Uint8Array>,
  ) => Promise<{ sha256: string; bytes: number }>;
  /** @throws BlobMissingError */
  readonly openArchive: (sha256: string) => AsyncIterable<Uint8Array>;
  readonly hasArchive: (sha256: string) => Promise<boolean>;

  /** Keeps it as it was told last: what can be imported is known later than what is installed. */
  readonly saveEnvironment: (record: EnvironmentRecord) => Promise<void>;
  readonly environment: (sha256: string) => Promise<EnvironmentRecord | null>;
  /** In order of their first saving. */
  readonly environments: () => Promise<readonly EnvironmentRecord[]>;

  /** All of an environment, in place of what was there. */
  readonly saveDefinitions: (
    environment: string,
    definitions: readonly Definition[],
  ) => Promise<void>;
  /** In order of path and of place in it. */
  readonly definitions: (environment: string) => Promise<readonly Definition[]>;
  readonly definition: (environment: string, id: string) => Promise<Definition | null>;

  /** All of a repository in one run, in order, in place of what was there; those that were accepted or rejected stay so. */
  readonly saveFunnel: (key: AttemptKey, entries: readonly FunnelEntry[]) => Promise<void>;
  /** The first end stands. @throws RecordMissingError for a function that the funnel does not have */
  readonly setEntry: (key: AttemptKey, entry: FunnelEntry) => Promise<void>;
  /** In order of place. */
  readonly funnel: (key: AttemptKey) => Promise<readonly FunctionRecord[]>;
  /** Of all its repositories, cheap enough to ask for every second; by repository and stage. */
  readonly stageCounts: (run: string) => Promise<readonly StageCount[]>;
  readonly waitingFunctions: (
    key: AttemptKey,
    page: { readonly from: number; readonly size: number },
  ) => Promise<FunctionPage>;

  /** What a step came to, by everything that it depends on; null: it never ended. JSON. */
  readonly findStep: (key: string) => Promise<unknown>;
  /** The first result stands. */
  readonly saveStep: (key: string, result: object) => Promise<void>;
}
