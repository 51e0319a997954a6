import type { RowPlan } from '../code-feedback/method';
import type { AttemptKey } from '../durable/attempt-key';
import type { RowEnd, RowStep } from '../kinds/dataset/schema';
import type { DatasetRole } from '../names/roles';
import type { AttemptSummary } from './work';

/** An item and its steps so far. */
interface RowSoFar {
  readonly attempt: AttemptKey;
  readonly position: number;
  readonly done: readonly RowStep[];
}

/** The activities of a row of a data set. They are safe to run twice. Texts are in the store; a history holds their hashes. */
export interface DatasetPorts {
  readonly beginRow: (input: Omit<RowSoFar, 'done'>) => Promise<{
    readonly plan: RowPlan;
    /** The row was finished before. */
    readonly finished: AttemptSummary | null;
  }>;
  /**
   * Sends the requests of the row, and of its neighbours in the run, through a batch API, and keeps the answers in the journal.
   * @returns how long to wait before it is asked again, ms. null: the row can go on, and what has no answer is asked singly
   */
  readonly awaitBatches: (input: Omit<RowSoFar, 'done'>) => Promise<number | null>;
  readonly askSpeaker: (input: RowSoFar & { readonly speaker: DatasetRole }) => Promise<RowStep>;
  /** Runs a program in the session of the row. */
  readonly runCode: (input: RowSoFar & { readonly program: string }) => Promise<RowStep>;
  /** Runs a program with the tests of a problem: 0 is that of the row, others are those of its partners. */
  readonly testCode: (
    input: RowSoFar & { readonly program: string; readonly of: number },
  ) => Promise<RowStep>;
  /** Makes the dialogue, asks the gates and records the row. */
  readonly finishRow: (input: RowSoFar & { readonly end: RowEnd }) => Promise<AttemptSummary>;
}
