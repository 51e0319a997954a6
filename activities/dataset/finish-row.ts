import { findingsOf } from '../../core/code-feedback/gates/gates';
import { pairFindings } from '../../core/code-feedback/gates/pair-findings';
import { methodOf } from '../../core/code-feedback/methods';
import { datasetItem } from '../../core/kinds/dataset/outcome';
import type { DatasetOutcome, RowEnd, RowStep } from '../../core/kinds/dataset/schema';
import type { AttemptKey, EndedAttempt, Store } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { RowContext, RowContexts } from './row-contexts';

export interface RowToFinish {
  readonly attempt: AttemptKey;
  readonly row: RowContext;
  readonly done: readonly RowStep[];
  readonly end: RowEnd;
}

/** Records what became of a row. */
export async function finishRow(
  parts: { readonly store: Store; readonly rows: RowContexts },
  { attempt, ...ended }: RowToFinish,
): Promise<AttemptSummary> {
  await parts.store.runs.finishAttempt(attempt, await resultOfRow(parts, ended));
  return { status: 'completed', solved: false };
}

/** What becomes of a row. A written dialogue passes the gates first. */
export async function resultOfRow(
  { store, rows }: { readonly store: Store; readonly rows: RowContexts },
  { row, done, end }: Omit<RowToFinish, 'attempt'>,
): Promise<EndedAttempt['result']> {
  const isOverBudget = done.some((step) => step.kind === 'asked' && step.calls.length === 0);
  const isWritten = end === 'written' && !isOverBudget;
  const outcome: DatasetOutcome = {
    ...datasetItem.noOutcome,
    ...{ method: row.planned.method, steps: [...done], end: isOverBudget ? 'over-budget' : end },
    ...(isWritten ? await gated({ store, rows }, row, done) : {}),
  };
  return {
    ...{ status: 'completed', outcome, graded: [], verdict: null, solved: false },
    ...{ cause: null, provenance: null },
  };
}

async function gated(
  { store, rows }: { readonly store: Store; readonly rows: RowContexts },
  row: RowContext,
  done: readonly RowStep[],
): Promise<Pick<DatasetOutcome, 'end' | 'dialogue' | 'findings'>> {
  const told = await rows.told(row, done);
  const { planned } = row;
  const turns = methodOf(planned.method).dialogue(told);
  const settings = told.recipe.gates;
  const facts = { method: planned.method, rows: [planned.row, ...planned.partners], settings };
  const benchmarks = await rows.benchmarks(row);
  const findings = [
    ...findingsOf({ ...facts, turns, steps: told.steps, benchmarks }),
    ...pairFindings(planned.row, settings),
  ];
  const dialogue = await store.blobs.put(canonicalJson(asJson(turns)));
  return { end: findings.length === 0 ? 'written' : 'rejected', dialogue, findings };
}
