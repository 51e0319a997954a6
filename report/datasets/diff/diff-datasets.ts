import type { Store } from '../../../core/ports/records';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { lineageOf, sha256Of } from '../export/lineage';
import { placedRows } from '../export/placed-rows';
import { readDataset } from '../export/read-dataset';
import type { ComparedRow } from './compare-rows';
import { compareRows } from './compare-rows';
import type { RowChange } from './compare-rows';

/** How a data set differs from an earlier one. */
export interface DatasetDiff {
  readonly before: string;
  readonly after: string;
  /** Dialogues that are the same in both. */
  readonly same: number;
  /** By the id of their first row. */
  readonly changes: readonly RowChange[];
}

/**
 * Compares what two runs have made, row by row. A dialogue is known by its first source row; a removal on request counts.
 * The memory grows by some hashes for each row.
 * @throws UsageError for a run that makes no data set or has not ended
 */
export async function diffDatasets(
  store: Store,
  before: string,
  after: string,
): Promise<DatasetDiff> {
  const [left, right] = [await rowsOf(store, before), await rowsOf(store, after)];
  return { before, after, ...compareRows(left, right) };
}

/** Every row of a run by the id of its first source row. */
async function rowsOf(store: Store, run: string): Promise<ReadonlyMap<string, ComparedRow>> {
  const read = await readDataset(store, run);
  const removed = new Set(await store.runs.datasetRemovals(run));
  const rows = new Map<string, ComparedRow>();
  for await (const row of placedRows(read, removed)) {
    const { method, rows: sources, made, removedBy } = row;
    const { steps } = await lineageOf(store, read.config, row);
    const asked = steps.flatMap((step) => (step.step === 'asked' ? [step] : []));
    const isExported = made.kind === 'dialogue' && removedBy.length === 0;
    rows.set(sources[0]?.id ?? '', {
      method,
      sources: sources.map(({ id }) => id),
      texts: hashOf(
        sources.map(({ query, answer, problem, preference }) => [
          ...[query, answer, problem ?? null, preference ?? null],
        ]),
      ),
      end: made.kind === 'dialogue' ? (isExported ? 'exported' : 'removed') : made.end,
      why: made.kind === 'none' ? made.findings.map(({ gate }) => gate).join(', ') : '',
      turns: isExported ? hashOf(made.turns) : null,
      models: hashOf(asked.map(({ speaker, model }) => [speaker, model])),
      prompts: hashOf(asked.map(({ calls }) => calls.map(({ prompt }) => prompt))),
      replies: hashOf(asked.map(({ reply }) => reply)),
      executions: hashOf(steps.flatMap((step) => (step.step === 'asked' ? [] : [step.end]))),
    });
  }
  return rows;
}

const hashOf = (value: unknown): string => sha256Of(canonicalJson(asJson(value)));
