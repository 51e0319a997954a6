import { suitesFeedback } from '../../core/refinement/feedback/execution-feedback';
import { failedCaseOf } from '../../core/refinement/failed-case-of';
import type { FailedCase } from '../../core/refinement/failed-case';
import type { Store } from '../../core/ports/records';
import type { FeedbackKind, TestedProgram } from '../../core/schemas/dialogue';
import type { HiddenCheck, Problem } from '../../core/schemas/problem';
import { checkOf } from '../../core/tasks/check-of';
import { kindOf } from '../../core/tasks/kinds';
import { excerptOf } from '../../core/text-excerpt';
import type { ActivityDependencies } from '../dependencies';
import { batchOptions } from '../grading/batch-options';
import { checkTerms } from '../grading/check-terms';
import { gradeAllChecks } from '../grading/grade-checks';
import { levelTerms } from '../grading/problem-levels';
import type { ProblemLevels } from '../grading/problem-levels';
import type { DurableContext } from '../work/durable';
import type { ProblemDialogue } from './dialogue-contexts';

export interface TestParts {
  readonly dependencies: ActivityDependencies;
  readonly levels: ProblemLevels;
}

/**
 * A round's program on the tests that its run takes feedback from. Where they are hidden ones, what is said of them lies in
 * the store, and the reference to it carries nothing of it into a history.
 */
export async function testProgram(
  { dependencies, levels }: TestParts,
  context: DurableContext,
  { dialogue, program }: { readonly dialogue: ProblemDialogue; readonly program: string },
): Promise<TestedProgram> {
  const { store } = dependencies;
  const { config, problem } = dialogue;
  const text = await store.blobs.get(program);
  const { level } = await levels.required(levelTerms(config, problem.id), problem, context);
  const shown = await shownTests(store, dialogue);
  const visible = shown.tests === 'visible';
  const terms = checkTerms(config, visible ? 'visible' : 'hidden', level);
  const check = checkOf(shown.problem, shown.tests, text, terms);
  const [result] = await gradeAllChecks([check], await batchOptions(dependencies, context, config));
  const outcomes = result?.outcomes ?? [];
  const failed = outcomes.map((outcome, index) =>
    failedCaseOf(shown.problem, { outcome, test: visible ? index : null, program: text }),
  );
  const words = suitesFeedback(
    config.dialogue.profile,
    visible
      ? { base: failed.find(isFailed) ?? null, plus: null }
      : { base: failed[0] ?? null, plus: failed[1] ?? null },
    {
      entryPoint: kindOf(problem).entryPoint(problem),
      program: text,
      executed: kindOf(problem).executed(problem, text),
    },
  );
  const first = outcomes.find(({ kind }) => kind !== 'passed');
  return {
    on: 'tests',
    kind: kindOfFeedback(failed, shown.problem, visible),
    verdict: first?.kind ?? 'passed',
    passed: outcomes.filter(({ kind }) => kind === 'passed').length,
    total: Math.max(outcomes.length, 1),
    words: { sha256: await store.blobs.put(words), excerpt: visible ? excerptOf(words) : '' },
    timeSensitive: outcomes.some(({ timeSensitive }) => timeSensitive),
  };
}

const isFailed = (one: FailedCase | null): one is FailedCase => one !== null;

function kindOfFeedback(
  failed: readonly (FailedCase | null)[],
  { visibleTests }: Problem,
  visible: boolean,
): FeedbackKind {
  const first = failed.find(isFailed);
  if (first !== undefined) return first.kind;
  return visible && visibleTests.length === 0 ? 'loads' : 'passed';
}

/** `none`: the problem without its tests, so that a program only has to load. */
async function shownTests(
  store: Store,
  { config, problem }: ProblemDialogue,
): Promise<{ readonly problem: Problem; readonly tests: 'visible' | HiddenCheck }> {
  const { feedbackTests } = config.dialogue;
  if (feedbackTests === 'public') return { problem, tests: 'visible' };
  if (feedbackTests === 'none')
    return { problem: { ...problem, visibleTests: [] }, tests: 'visible' };
  const hidden = await store.problems.hidden(config.dataset.sha256, problem.id);
  return { problem, tests: feedbackTests === 'base' ? baseOf(hidden) : hidden };
}

/** Without what was added to the data set's own tests. */
function baseOf(hidden: HiddenCheck): HiddenCheck {
  if (hidden.kind !== 'function') return hidden;
  const { plus: _added, ...base } = hidden;
  return base;
}
