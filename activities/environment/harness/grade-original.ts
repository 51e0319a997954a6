import { z } from 'zod';

import { EspalierError } from '../../../core/errors/errors';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { wholeOutcome } from '../../../core/grading/whole-outcome';
import type { HarnessTask } from '../../../core/adapters/sandbox';
import { inClass } from '../../../core/repository/bank-candidates';
import { candidatePolicy } from '../../../core/python-values/comparison-policy';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import type { TestOutcome } from '../../../core/schemas/verdict';
import type { HarnessCheck } from '../../../core/grading/check';
import { judgeHarness } from '../../../core/tasks/harness/judge-harness';
import { isDoubtful } from '../../../sandbox';
import { gradedPart } from './graded-harness';
import type { HarnessContext } from './harness-context';
import { cachedStep, stepKey } from './cached-step';
import { StepFailure } from './run-job';

const Graded = z.union([StepFailure, z.object({ passed: z.literal(true) })]);

/**
 * Grades the original as a candidate: in a cell without the body, the history of the repository and copies of the body. A
 * case that needs one of these would fail for every candidate.
 * @param definition as written in its file
 */
export async function gradeOriginal(
  context: HarnessContext,
  parts: readonly HarnessPart[],
  definition: string,
): Promise<StepFailure | null> {
  // The message names the target. Other sources with the same files use another name.
  const key = stepKey(context, 'graded', { parts, target: context.target });
  const came = await cachedStep(context, key, Graded, () => grade(context, parts, definition));
  return 'passed' in came ? null : came;
}

async function grade(
  context: HarnessContext,
  parts: readonly HarnessPart[],
  source: string,
): Promise<z.infer<typeof Graded>> {
  const graded = await Promise.all(parts.map((part) => gradedPart(context, part)));
  const { definition, environment, target } = context;
  const { className, qualname } = definition;
  const module = definition.module ?? '';
  const check: HarnessCheck = {
    kind: 'harness',
    task: {
      ...{ environment, limits: hiddenLimit(), seed: 0 },
      program: inClass(className, source),
      target: { id: target, module, qualname },
      parts: graded.map(({ source: cases, cases: names, blobs }) => ({
        ...{ source: cases, cases: names, blobs },
      })),
    },
    expected: graded.map(({ expected }) => expected),
    texts: parts.map((part) => part.source),
    ...{ policy: candidatePolicy, outcomes: 'one' },
  };
  try {
    const judged = async (task: HarnessTask): Promise<TestOutcome[]> => [
      ...judgeHarness(check, await context.without(() => context.grade(task))),
    ];
    const first = await judged(check.task);
    // A busy machine may have stopped it, as with candidates.
    const stands = isDoubtful({ outcomes: first })
      ? await judged({ ...check.task, alone: true })
      : first;
    const outcome = wholeOutcome(stands);
    if (outcome.kind === 'passed') return { passed: true };
    return { reason: { code: 'not_gradable' }, feedback: feedbackOf(outcome) };
  } catch (error) {
    // The cell refused because a copy of the body remains in it.
    if (!(error instanceof EspalierError) || error.code !== 'BODY_COPIED') throw error;
    return { reason: { code: 'leak' }, feedback: error.message };
  }
}

function feedbackOf({ kind, error, actual, case: told }: TestOutcome): string {
  const said = error ?? actual ?? kind;
  return [
    'Where candidates are graded (without the tests of the repository, and without its history) the function itself does not pass:',
    said,
    ...(told === undefined ? [] : [told.input]),
  ]
    .join('\n')
    .slice(0, 2_000);
}
