import { extractProgram } from '../../../core/agents/extract-program';
import { buildSolverMessages } from '../../../core/agents/solver';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import { problemOf } from '../../../core/tasks/harness/instance-problem';
import { caseSeed } from '../../../core/repository/run-terms';
import type { GradedPart } from '../../../core/schemas/environment-harness';
import type { Instance } from '../../../core/schemas/environment-instance';
import type { RunConfig } from '../../../core/schemas/run';
import { checkOf } from '../../../core/tasks/check-of';
import type { HarnessHidden } from '../../../core/tasks/harness/harness';
import { kindOf } from '../../../core/tasks/kinds';
import type { OfKind } from '../../../core/kinds/of-kind';
import { pythonReader } from '../../../datasets/python/python-reader';
import type { ActivityDependencies } from '../../dependencies';
import { batchOptions } from '../../grading/batch-options';
import { gradeChecks } from '../../grading/grade-checks';
import { askRole } from '../../model/ask-role';
import type { DurableContext } from '../../work/durable';
import { environmentAsker } from '../environment-asker';

/** The temperature is high enough that samples differ. */
const temperature = 0.8;

/** Tests whether a docstring says enough: programs are written from it alone and graded by the harness. */
export interface WrittenFromSpec {
  readonly attempt: AttemptKey;
  readonly config: OfKind<RunConfig, 'environment'>;
  /** The docstring under test is also in its stub. */
  readonly instance: Instance;
  /** Prepared, with the records of the original. */
  readonly parts: readonly GradedPart[];
  readonly samples: number;
}

/**
 * Number of programs that the harness accepts. A reply without a program is not accepted; a program without a verdict is not
 * counted. null: none was counted. @throws CallBudgetSpentError
 */
export async function writtenFromSpec(
  dependencies: ActivityDependencies,
  durable: DurableContext,
  { attempt, config, instance, parts, samples }: WrittenFromSpec,
): Promise<NonNullable<Instance['docstring']['written']> | null> {
  const problem = problemOf(instance, {
    ...{ dataset: 'environment', tokens: 0, countTokens: () => 0, shown: [] },
    retrieval: 'none',
  });
  const programs: (string | null)[] = [];
  for (let ordinal = 0; ordinal < samples; ordinal += 1) {
    const { answer } = await askRole(dependencies, durable, {
      ...{ attempt, ordinal, temperature, format: null, repairs: 0 },
      asker: environmentAsker(attempt.run, config),
      role: 'spec-solver',
      about: instance.id,
      model: config.model.name,
      purpose: { kind: 'environment', request: `${instance.id}/spec/${String(ordinal + 1)}` },
      messages: buildSolverMessages({ problem, strategy: null, style: 'plain' }),
      parse: (text) => ({ ok: true, value: text }),
    });
    const { program } = extractProgram(answer.finishReason === 'stop' ? answer.text : '', {
      entryPoint: kindOf(problem).entryPoint(problem),
      ...pythonReader,
    });
    programs.push(program);
  }
  const written = programs.filter((program) => program !== null);
  const terms = { limits: config.limits.hidden, seed: caseSeed, assurance: 'data' } as const;
  const hidden: HarnessHidden = { kind: 'harness', harness: instance.graded, parts: [...parts] };
  const graded = await gradeChecks(
    written.map((program) => checkOf(problem, hidden, program, terms)),
    await batchOptions(dependencies, durable, { regrade: false }),
  );
  const results = graded.flatMap((one) => (one.kind === 'graded' ? [one.result] : []));
  const counted = results.length + programs.length - written.length;
  const accepted = results.filter(({ outcomes }) =>
    outcomes.every(({ kind }) => kind === 'passed'),
  ).length;
  return counted === 0 ? null : { samples: counted, accepted };
}
