import type { EnvironmentStore } from '../../../core/ports/environment';
import type { BlobStore } from '../../../core/ports/records';
import type { RepositoryCell } from '../../../core/adapters/repository';
import type { HarnessRun, HarnessTask } from '../../../core/adapters/sandbox';
import type { PlanAction } from '../../../core/repository/plan/plan';
import type { SeenOfStep } from '../../../core/repository/step-note';
import type { Definition } from '../../../core/schemas/environment-definition';
import type { LentCell } from '../lent-cell';
import type { Traces } from '../stored-traces';

/** What the steps of one harness work with. */
export interface HarnessContext {
  readonly cell: RepositoryCell;
  /** Runs something while the cell is given back. */
  readonly without: LentCell['without'];
  readonly alone: LentCell['alone'];
  readonly blobs: BlobStore;
  readonly steps: Pick<EnvironmentStore, 'findStep' | 'saveStep'>;
  /** sha256 of the environment that the cell holds. */
  readonly environment: string;
  /** Id of the definition, with its repository. */
  readonly target: string;
  readonly definition: Definition;
  /** Least shares, 0 to 1. */
  readonly gates: { readonly coverage: number; readonly mutation: number };
  /** All traces of the repository, for generators that use inputs of other functions. */
  readonly definitions: () => Promise<readonly Definition[]>;
  /** null: its tests were not run. */
  readonly traces: () => Promise<{ readonly sha256: string; readonly traces: Traces } | null>;
  /** Runs a candidate where candidates are graded: in cells of their own. */
  readonly grade: (task: HarnessTask) => Promise<HarnessRun>;
  /** Called with what pages show of a step beside its event. The last value of each member counts. */
  readonly note?: ((seen: Partial<SeenOfStep>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ActionOf<Kind extends PlanAction['kind']> = Extract<
  PlanAction,
  { readonly kind: Kind }
>;
