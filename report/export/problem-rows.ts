import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { ProblemStore } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { recordedForm } from '../../core/tasks/problem';

/** The file of an export that has the run's problems, hidden tests among them. */
export const problemsFile = 'problems.jsonl';

/** A line for each problem, in data-set order: what was shown, what judged it. One at a time: hidden tests may be huge. */
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
