import type { SessionHost } from '../../core/adapters/session';
import { recordedExecutions } from '../../core/code-feedback/executions';
import type { RecordedExecution } from '../../core/code-feedback/executions';
import { rowPlan, solutionTexts } from '../../core/code-feedback/row-plan';
import type { Store } from '../../core/ports/records';
import { placedRows } from '../../report/datasets/export/placed-rows';
import type { PlacedRow } from '../../report/datasets/export/placed-rows';
import { readDataset } from '../../report/datasets/export/read-dataset';
import type { DatasetConfig } from '../../report/datasets/export/read-dataset';
import { sha256Of } from '../sha256-of';
import { firstDifference } from './first-difference';
import type { TextDifference } from './first-difference';
import { repeatExecutions } from './repeat-executions';
import type { RepeatedExecution } from './repeat-executions';

/** An execution that came to something else than it is recorded to have. */
export interface ExecutionDifference {
  /** Id of the dialogue in an export. */
  readonly dialogue: number;
  /** First source row of the dialogue. */
  readonly row: string;
  /** Number of the step, from 1, as `dataset show RUN ROW` counts. */
  readonly step: number;
  readonly kind: 'ran' | 'tested';
  readonly recorded: string;
  readonly now: string;
  /** Where the words differ: recorded is left, now is right. null: only the end differs. */
  readonly words: TextDifference | null;
}

/** What came of running the executions of a data set again. */
export interface DatasetVerification {
  readonly run: string;
  /** Dialogues of the data set, without removed ones. */
  readonly dialogues: number;
  /** The dialogues among these that rest on an execution. */
  readonly executed: number;
  /** The dialogues among these that were drawn and checked. */
  readonly checked: number;
  readonly programs: number;
  readonly tests: number;
  readonly same: boolean;
  readonly differences: readonly ExecutionDifference[];
}

export interface DatasetVerifyOptions {
  /** Number of dialogues to check, at most. */
  readonly sample: number;
  /** Draws the sample. */
  readonly seed: number;
  readonly host: SessionHost;
  readonly onProgress?: (progress: { readonly checked: number; readonly of: number }) => void;
}

/**
 * Runs the recorded executions of a sample of dialogues again, in sessions of the sandbox, and compares how each ended and what it
 * said. The same seed draws the same sample. Nothing is stored.
 * @throws UsageError for a run that makes no data set or has not ended; what the sandbox throws when it breaks
 */
export async function verifyDataset(
  store: Store,
  run: string,
  { sample, seed, host, onProgress }: DatasetVerifyOptions,
): Promise<DatasetVerification> {
  const read = await readDataset(store, run);
  const removed = new Set(await store.runs.datasetRemovals(run));
  const kept = async function* () {
    for await (const row of placedRows(read, removed)) {
      if (row.place !== null && row.removedBy.length === 0) yield { ...row, id: row.place.id };
    }
  };
  let dialogues = 0;
  const ranks: { readonly id: number; readonly rank: string }[] = [];
  for await (const { id, steps } of kept()) {
    dialogues += 1;
    if (steps.every(({ kind }) => kind === 'asked')) continue;
    ranks.push({ id, rank: sha256Of(`${String(seed)} verify ${String(id)}`) });
  }
  const executed = ranks.length;
  ranks.sort((left, right) => (left.rank < right.rank ? -1 : 1));
  const drawn = new Set(ranks.slice(0, sample).map(({ id }) => id));
  const differences: ExecutionDifference[] = [];
  let [checked, programs, tests] = [0, 0, 0];
  for await (const row of kept()) {
    if (!drawn.has(row.id)) continue;
    onProgress?.({ checked, of: drawn.size });
    const executions = executionsOf(read.config, row);
    const place = { blobs: store.blobs, host, seed: read.config.seed };
    const repeated = await repeatExecutions(place, row.rows, executions);
    for (const one of repeated) differences.push(...differenceOf(row, one));
    checked += 1;
    programs += executions.filter(({ step }) => step.kind === 'ran').length;
    tests += executions.filter(({ step }) => step.kind === 'tested').length;
  }
  const same = differences.length === 0;
  return { run, dialogues, executed, checked, programs, tests, same, differences };
}

function executionsOf(
  { build }: DatasetConfig,
  { method, errorClass, rows, steps }: PlacedRow,
): readonly RecordedExecution[] {
  const [row, ...partners] = rows;
  if (row === undefined) return [];
  const planned = { row, partners, method, errorClass };
  const plan = rowPlan(planned, build.recipe, solutionTexts(planned).map(sha256Of));
  return recordedExecutions(plan, steps);
}

function differenceOf(
  { id, rows }: PlacedRow & { readonly id: number },
  { execution, recorded, now }: RepeatedExecution,
): readonly ExecutionDifference[] {
  const words = firstDifference(recorded.words, now.words);
  if (words === null && recorded.end === now.end) return [];
  const { kind } = execution.step;
  const place = { dialogue: id, row: rows[0]?.id ?? '', step: execution.place + 1, kind };
  return [{ ...place, recorded: recorded.end, now: now.end, words }];
}
