import type { SandboxFinding } from '../core/adapters/sandbox';
import type { SandboxBackend } from '../core/names/sandbox-backends';
import type { ProcessFacts } from '../processes/process-table';
import type { CellBackend } from './cells/cell-backend';
import type { SandboxOptions } from './sandbox-options';

export interface BackendNeeds {
  /** Text for `python3 -c`, which a cell's first process runs. */
  readonly bootstrap: string;
  /** What a person may set up, this backend or another one. */
  readonly remedy: string;
}

/** A running cell of this process's own, as it is found from outside: nothing that a cell says is trusted. */
export interface CellOutside {
  readonly name: string;
  /** The backend's own process, outside the cell; null: it is no child of ours. */
  readonly host: ProcessFacts | null;
  /** Id of the container; null: there is none. */
  readonly container: string | null;
  /** The cell's first process. */
  readonly first: ProcessFacts;
}

export type EngineAddress = Pick<SandboxOptions, 'dockerHost'>;

/** Containers of this process's own, by id. */
export interface OwnContainers {
  readonly ids: (engine: EngineAddress) => Promise<readonly string[]>;
  /** Kills and removes one behind the sandbox's back. */
  readonly remove: (engine: EngineAddress, id: string) => Promise<void>;
}

export interface Backend {
  readonly name: SandboxBackend;
  /** As it is written in a sentence. */
  readonly title: string;
  /** How a person gets it, beginning with a verb. */
  readonly setUp: string;
  /** The service that its cells come and go with; null: there is none. */
  readonly daemon: string | null;
  /**
   * Finds what cells are started with; starts none.
   * @throws SandboxMissingError, SandboxUnsafeError, PythonUnusableError, SandboxUnavailableError, ImageMissingError
   */
  readonly open: (options: SandboxOptions, needs: BackendNeeds) => Promise<CellBackend>;
  /** What `doctor` has to say of it on this kernel, besides what a cell tells of itself. */
  readonly findings: (kernelRelease: string) => readonly SandboxFinding[];
  /** Ends and removes what dead owners of this state folder left, and says what. Throws where it cannot look. */
  readonly reap: (options: ReapOptions) => Promise<readonly string[]>;
  /** Running cells of this process among the processes of this machine. */
  readonly cells: (
    table: ReadonlyMap<number, ProcessFacts>,
    engine: EngineAddress,
  ) => Promise<readonly CellOutside[]>;
  /** null: its cells are processes below this one. */
  readonly containers: OwnContainers | null;
  /** As which user its own processes are started, for `sandbox doctor`; null: none of this machine is. */
  readonly userFinding: ((uid: number | undefined) => SandboxFinding) | null;
  /** Whether a file outside may be a program's by its owner, when this process is user `uid`'s. */
  readonly userOutside: (uid: number | undefined) => (owner: number) => boolean;
}

export type ReapOptions = Pick<SandboxOptions, 'stateLabel' | 'dockerHost'>;
