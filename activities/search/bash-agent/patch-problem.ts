import { UsageError } from '../../../core/errors/errors';
import type { AttemptKey } from '../../../core/ports/records';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import type { AttemptContexts } from '../../work/attempt-contexts';

/** @throws UsageError (`METHOD_UNFIT`): planning refuses such runs */
export async function patchProblem(
  contexts: AttemptContexts,
  attempt: AttemptKey,
): Promise<PatchProblem> {
  const { problem } = await contexts.of(attempt);
  if (problem.kind === 'patch') return problem;
  throw new UsageError(
    `${problem.id} has no repository for an agent to work in`,
    'Choose another --method',
    { code: 'METHOD_UNFIT' },
  );
}
