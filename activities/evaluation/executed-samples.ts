import type { Sample } from '../../core/evaluation/sample';
import { sanitiserNamed } from '../../core/evaluation/sanitisers/sanitisers';
import type { Problem } from '../../core/tasks/problem';
import type { RunConfig } from '../../core/schemas/run';
import { kindOf } from '../../core/tasks/kinds';
import type { OfKind } from '../../core/kinds/of-kind';
import { pythonReader } from '../../datasets';
import { sanitiseAsEvalPlus } from '../../sandbox';
import type { ActivityDependencies } from '../dependencies';

export interface ExecutedSample {
  readonly text: string;
  /** The sanitiser did not finish, so the sample stays as it was written. */
  readonly unsanitised: boolean;
}

/** A solution is used as it is; a completion goes right after its problem's code. @throws what the sandbox throws */
export async function executedSamples(
  { sandbox, programsAtOnce }: Pick<ActivityDependencies, 'sandbox' | 'programsAtOnce'>,
  { evaluation }: Pick<OfKind<RunConfig, 'evaluation'>, 'evaluation'>,
  {
    samples,
    signal,
  }: {
    readonly samples: readonly (Pick<Sample, 'form' | 'text'> & { readonly problem: Problem })[];
    readonly signal: AbortSignal;
  },
): Promise<readonly ExecutedSample[]> {
  const sanitised = await sanitiserNamed(evaluation.sanitiser.name).sanitise(samples, {
    python: pythonReader,
    evalPlus: async (texts) =>
      sanitiseAsEvalPlus(texts, { sandbox: await sandbox(), width: programsAtOnce, signal }),
  });
  return samples.map(({ problem }, place) => {
    const { form, text, unsanitised = false } = sanitised[place] ?? { form: 'solution', text: '' };
    return {
      text: form === 'solution' ? text : kindOf(problem).continued(problem, text),
      unsanitised,
    };
  });
}
