import type { GradedSample } from '../../core/evaluation/graded-sample';
import { lcbProfile } from '../../core/grading/profiles/lcb';
import type { ToolCode } from '../../core/grading/profiles/profile';
import type { TestOutcome } from '../../core/schemas/verdict';
import { samplesByProblem } from './samples-by-problem';

/**
 * The text of LiveCodeBench's `_eval_all.json`, in pieces: of each question that has a program with a verdict its programs, whether each passed, and
 * `metadata` with the tool's code of a failure. What the benchmark says of a question itself (title, contest, starter code)
 * is not in it: it is in the data set, under the same `question_id`. Programs without a verdict are named in `espalier`, and are in
 * none of the lists.
 */
export function* evalAllText(samples: readonly GradedSample[]): Generator<string> {
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
      metadata: scored.map(({ outcomes }) => JSON.stringify(metadataOf(outcomes))),
      espalier: { unscored },
    };
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[' ? '[]\n' : ']\n';
}

/** Empty for a pass, as the tool has it; -1 where it would have had no result. */
function metadataOf(outcomes: readonly TestOutcome[]): { readonly error_code?: number } {
  const verdict = lcbProfile.verdict(outcomes);
  if (verdict.passed || verdict.tool !== 'lcb') return {};
  return { error_code: errorCode(verdict.codes?.at(-1) ?? null) };
}

/** A call with another result is `false` among its codes, and -2 here. */
function errorCode(code: ToolCode | null): number {
  return typeof code === 'number' ? code : code === false ? -2 : -1;
}
