import type { GradedSample } from '../../core/evaluation/graded-sample';
import { lcbProfile } from '../../core/grading/profiles/lcb';
import type { HiddenCheck } from '../../core/tasks/problem';
import { lcbMetadata } from './lcb-metadata';
import { samplesByProblem } from './samples-by-problem';

/**
 * The text of LiveCodeBench's `_eval_all.json`, in pieces: of each question that has a program with a verdict its programs, whether each passed, and
 * `metadata` with what is known of a failure, in the tool's terms. What the benchmark says of a question itself (title, contest, starter code)
 * is not in it: it is in the data set, under the same `question_id`. Programs without a verdict are named in `espalier`, and are in
 * none of the lists.
 */
export function* evalAllText(
  samples: readonly GradedSample[],
  hidden: ReadonlyMap<string, HiddenCheck>,
): Generator<string> {
  let before = '[';
  for (const [question, { scored, unscored }] of samplesByProblem(samples)) {
    if (scored.length === 0) continue;
    const codes = scored.map(({ sample }) => sample.text);
    const graded = scored.map(({ outcomes }) => lcbProfile.verdict(outcomes).passed);
    const row = {
      question_id: question,
      output_list: codes,
      code_list: scored.map(({ program }) => program),
      graded_list: graded,
      'pass@1': graded.filter(Boolean).length / graded.length,
      metadata: scored.map(({ outcomes }) =>
        JSON.stringify(lcbMetadata(outcomes, hidden.get(question))),
      ),
      espalier: { unscored },
    };
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[' ? '[]\n' : ']\n';
}
