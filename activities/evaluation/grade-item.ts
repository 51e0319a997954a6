import { noEvaluation } from '../../core/kinds/evaluation/row';
import type { Sample } from '../../core/evaluation/sample';
import type { AttemptKey, AttemptResult } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import type { EvaluationOutcome } from '../../core/kinds/evaluation/schema';
import type { ProblemLevel } from '../../core/schemas/problem-level';
import type { RunConfig } from '../../core/schemas/run';
import type { CheckResult } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { checkOfText } from '../../core/tasks/check-of';
import type { OfKind } from '../../core/kinds/of-kind';
import { itemAttempts, itemEnd } from '../../core/work/planned-attempts';
import type { PlannedAttempt } from '../../core/work/planned-attempts';
import { samplesAt } from '../../store';
import { batchOptions } from '../grading/batch-options';
import { checkTerms } from '../grading/check-terms';
import { gradedResult } from '../grading/grade-attempt';
import type { GradeParts } from '../grading/grade-attempt';
import { gradeChecks } from '../grading/grade-checks';
import type { DurableContext } from '../work/durable';
import { executedSamples } from './executed-samples';
import { gradableProblems } from './gradable-problems';
import type { GradableProblem } from './gradable-problems';
import { RecordedSamples } from './recorded-samples';

export interface ItemToGrade {
  /** Its first sample's. */
  readonly attempt: AttemptKey;
  /** Of its first sample. */
  readonly position: number;
  readonly context: DurableContext;
}

/** A sample that has no end yet. */
interface OpenSample extends PlannedAttempt {
  readonly sample: Sample;
}

interface GradableSample extends OpenSample {
  readonly on: Extract<GradableProblem, { readonly kind: 'gradable' }>;
}

interface CheckedSample extends GradableSample {
  /** sha256 of what is executed. */
  readonly program: string;
  readonly unsanitised: boolean;
  readonly check: Check;
}

type EvaluationResult = AttemptResult<EvaluationOutcome>;

/**
 * Grades the samples of one item and records each soon after it is graded.
 * @throws errors of the sandbox that concern more than one program. Samples that were graded before are then recorded
 */
export async function gradeItem(
  parts: GradeParts,
  { attempt: { run, generation }, position, context }: ItemToGrade,
): Promise<AttemptSummary> {
  const { dependencies, contexts } = parts;
  const { store } = dependencies;
  const config = await contexts.configOf(run, 'evaluation');
  const open = await openSamples(parts, { id: run, config, generation }, position);
  const ids = open.map(({ attempt }) => attempt.problem);
  const problems = await gradableProblems(parts, { config, ids }, context);
  const records = new RecordedSamples(store.runs);
  const end = ({ attempt, position: at }: OpenSample, result: EvaluationResult): void => {
    records.add({ ...attempt, position: at, result });
  };
  const gradable: GradableSample[] = [];
  for (const one of open) {
    const on = problems.get(one.attempt.problem);
    if (on?.kind === 'gradable' && isEmptyPatch(on, one.sample)) {
      end(one, gradedResult(noEvaluation, { level: on.level, checks: new Map() }));
    } else if (on?.kind === 'gradable') gradable.push({ ...one, on });
    else if (on !== undefined) end(one, unscored(on.cause, on.level));
  }
  const checked = await checkedSamples(parts, config, { gradable, signal: context.signal });
  const options = await batchOptions(dependencies, context, config);
  try {
    const checks = checked.map(({ check }) => check);
    const graded = (places: readonly number[], result: CheckResult): void => {
      for (const place of places) {
        const one = checked[place];
        if (one !== undefined) end(one, scored(one, result));
      }
    };
    const results = await gradeChecks(checks, { ...options, graded });
    for (const [place, result] of results.entries()) {
      const one = checked[place];
      if (result.kind === 'graded' || one === undefined) continue;
      end(one, unscored(result.cause.message, one.on.level));
    }
  } finally {
    await records.written();
  }
  return summaryOf((await records.written()).map(({ result }) => result));
}

/** Nothing to apply: it counts as not solved, and no test runs. */
function isEmptyPatch({ problem }: GradableSample['on'], { text }: Pick<Sample, 'text'>): boolean {
  return problem.kind === 'patch' && text.trim() === '';
}

/** The samples from this position to the end of their item, without samples that an earlier try recorded. */
async function openSamples(
  { dependencies: { store } }: GradeParts,
  run: {
    readonly id: string;
    readonly config: OfKind<RunConfig, 'evaluation'>;
    readonly generation: AttemptKey['generation'];
  },
  from: number,
): Promise<readonly OpenSample[]> {
  const to = itemEnd(run.config, from);
  const samples = await samplesAt(store.blobs, run.config.evaluation.pages, { from, to });
  const statuses = await store.runs.attemptStatuses(run.id, { from, to });
  const done = new Set(
    statuses.filter(({ status }) => status === 'completed').map(({ position }) => position),
  );
  return itemAttempts(run, from, run.generation).flatMap((planned, place) => {
    const sample = samples[place];
    return sample === undefined || done.has(planned.position) ? [] : [{ ...planned, sample }];
  });
}

async function checkedSamples(
  { dependencies }: GradeParts,
  config: OfKind<RunConfig, 'evaluation'>,
  {
    gradable,
    signal,
  }: { readonly gradable: readonly GradableSample[]; readonly signal: AbortSignal },
): Promise<readonly CheckedSample[]> {
  const samples = gradable.map(({ sample, on: { problem } }) => ({ ...sample, problem }));
  const texts = await executedSamples(dependencies, config, { samples, signal });
  const checked: CheckedSample[] = [];
  for (const [place, one] of gradable.entries()) {
    const { text = '', unsanitised = false } = texts[place] ?? {};
    const terms = checkTerms(config, 'hidden', one.on.level.level);
    const check = checkOfText(one.on, text, terms);
    const program = await dependencies.store.blobs.put(text);
    checked.push({ ...one, program, unsanitised, check });
  }
  return checked;
}

function scored(
  { program, unsanitised, on: { level } }: CheckedSample,
  result: CheckResult,
): EvaluationResult {
  const outcome: EvaluationOutcome = {
    ...{ kind: 'evaluation', program },
    ...(unsanitised ? { unsanitised } : {}),
  };
  return gradedResult(outcome, { level, checks: new Map([[program, result]]) });
}

function unscored(cause: string, level: ProblemLevel | null): EvaluationResult {
  return {
    status: 'unscored',
    outcome: noEvaluation,
    graded: [],
    verdict: null,
    solved: false,
    cause,
    provenance: null,
    ...(level === null ? {} : { level }),
  };
}

function summaryOf(results: readonly Pick<AttemptResult, 'status' | 'solved'>[]): AttemptSummary {
  const completed = results.every(({ status }) => status === 'completed');
  return {
    status: completed ? 'completed' : 'unscored',
    solved: completed && results.every(({ solved }) => solved),
  };
}
