import { sumFreshCells } from '../../core/grading/sum-fresh-cells';
import type { Store } from '../../core/ports/records';
import type { SuiteCases } from '../../core/tasks/failed-case';
import { suitesFeedback } from '../../core/refinement/feedback/execution-feedback';
import type { TestedProgram } from '../../core/schemas/dialogue';
import type { Assurance } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { casesCheckOf, checkOf } from '../../core/tasks/check-of';
import { kindOf } from '../../core/tasks/kinds';
import { hiddenCases, visibleCase } from '../../core/tasks/shown-cases';
import type { Tried } from '../../core/tasks/shown-cases';
import { excerptOf } from '../../core/values/text-excerpt';
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

/** Runs a program on the tests that give feedback. Feedback of hidden tests is in the store, not in a history. */
export async function testProgram(
  { dependencies, levels }: TestParts,
  context: DurableContext,
  { dialogue, program }: { readonly dialogue: ProblemDialogue; readonly program: string },
): Promise<TestedProgram> {
  const { store } = dependencies;
  const { config, problem } = dialogue;
  const { profile: promptSet, feedbackTests } = config.dialogue;
  const text = await store.blobs.get(program);
  const { level } = await levels.required(levelTerms(config, problem.id), problem, context);
  const shown = await shownCheck(store, { dialogue, program: text, level });
  const options = await batchOptions(dependencies, context, config);
  const [result] = await gradeAllChecks([shown.check], options);
  const outcomes = result?.outcomes ?? [];
  const cases = shown.casesOf({ program: text, outcomes });
  const kind = kindOf(problem);
  const words = suitesFeedback(promptSet, cases, {
    entryPoint: kind.entryPoint(problem),
    program: text,
    executed: kind.executed(problem, text),
  });
  const areVisible = feedbackTests === 'public' || feedbackTests === 'none';
  return {
    on: 'tests',
    kind: (cases.base ?? cases.plus)?.kind ?? 'passed',
    verdict: outcomes.find(({ kind }) => kind !== 'passed')?.kind ?? 'passed',
    passed: outcomes.filter(({ kind }) => kind === 'passed').length,
    total: Math.max(outcomes.length, 1),
    words: { sha256: await store.blobs.put(words), excerpt: areVisible ? excerptOf(words) : '' },
    timeSensitive: outcomes.some(({ timeSensitive }) => timeSensitive),
    ...sumFreshCells(result === undefined ? [] : [result.provenance]),
  };
}

interface ShownCheck {
  readonly check: Check;
  readonly casesOf: (tried: Tried) => SuiteCases;
}

/** `none`: the problem has no tests, so a program only has to load. */
async function shownCheck(
  store: Store,
  {
    dialogue: { config, problem },
    program,
    level,
  }: { readonly dialogue: ProblemDialogue; readonly program: string; readonly level: Assurance },
): Promise<ShownCheck> {
  const { feedbackTests } = config.dialogue;
  if (feedbackTests === 'base' || feedbackTests === 'same') {
    const hidden = await store.problems.hidden(config.dataset.sha256, problem.id);
    const terms = checkTerms(config, 'hidden', level);
    return {
      check: casesCheckOf({ problem, hidden }, { program, tests: feedbackTests }, terms),
      casesOf: (tried) => hiddenCases(problem, tried),
    };
  }
  const shown = feedbackTests === 'none' ? { ...problem, visibleTests: [] } : problem;
  return {
    check: checkOf(shown, 'visible', program, checkTerms(config, 'visible', level)),
    casesOf: (tried) => ({ base: visibleCase(shown, tried), plus: null }),
  };
}
