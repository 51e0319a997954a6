import { UsageError } from '../../errors/errors';
import type { GradingProfileName } from '../../names/grading-profiles';

/** A problem is not of the form that a tool grades: there is nothing that it would say. */
export class ProfileUnfitError extends UsageError {
  constructor(profile: GradingProfileName, form: string) {
    super(
      `the grading profile ${profile} does not grade ${form}`,
      'Leave --grading out, or choose the profile of the tool that this data set was made for (docs/grading.md)',
      { code: 'PROFILE_UNFIT' },
    );
  }
}
