import { UsageError } from '../../errors/errors';
import type { GradingProfileName } from '../../names/grading-profiles';

/** A problem does not have the form that a tool grades, so the tool has no verdict for it. */
export class ProfileUnfitError extends UsageError {
  constructor(profile: GradingProfileName, form: string) {
    super(
      `the grading profile ${profile} does not grade ${form}`,
      'Leave --grading out, or choose the profile of the tool that this data set was made for (docs/grading.md)',
      { code: 'PROFILE_UNFIT' },
    );
  }
}
