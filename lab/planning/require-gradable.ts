import { UsageError } from '../../core/errors/errors';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import type { GradingProfileName } from '../../core/names/grading-profiles';
import { gradingProfile } from '../../core/grading/profiles/profiles';
import { ProfileUnfitError } from '../../core/grading/profiles/unfit';
import type { DatasetProblem } from '../../core/tasks/problem';
import { checkOf } from '../../core/tasks/check-of';
import { shownIds } from './shown-ids';

const terms = { limits: hiddenLimit(), seed: 0, assurance: 'data' } as const;

/** @throws UsageError (`PROFILE_UNFIT`) with the problems that a profile does not grade */
export function requireGradable(
  name: GradingProfileName,
  problems: readonly string[],
  rows: readonly DatasetProblem[],
): void {
  const profile = gradingProfile(name);
  const unfit = new Map<string, ProfileUnfitError>();
  for (const { problem, hidden } of rows) {
    if (!problems.includes(problem.id)) continue;
    try {
      profile.applied(checkOf(problem, hidden, '', terms), {});
    } catch (error) {
      if (!(error instanceof ProfileUnfitError)) throw error;
      unfit.set(problem.id, error);
    }
  }
  const [first] = unfit.values();
  if (first === undefined) return;
  throw new UsageError(
    `--grading: ${first.message}: ${shownIds([...unfit.keys()])}`,
    first.remedy,
    {
      code: 'PROFILE_UNFIT',
    },
  );
}
