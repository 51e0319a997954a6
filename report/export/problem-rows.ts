import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { ProblemStore } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { recordedForm } from '../../core/tasks/problem';

/** The file of an export that has the run's problems, hidden tests among them. */
export const problemsFile = 'problems.jsonl';

/**
 * A line for each problem of a run, in data-set order: what its method saw, and what judged it. One at a time: the hidden
 * tests of some sets are larger than a text can be.
 */
export async function* problemLines(
  problems: ProblemStore,
  { dataset, problems: ids }: Pick<RunConfig, 'dataset' | 'problems'>,
): AsyncGenerator<Uint8Array> {
  for (const id of ids) {
    const problem = asJson(recordedForm(await problems.problem(dataset.sha256, id)));
    const hidden = asJson(recordedForm(await problems.hidden(dataset.sha256, id)));
    yield Buffer.from(`${canonicalJson({ problem, hidden })}\n`);
  }
}
