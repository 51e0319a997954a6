import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { visibleProfiles } from '../../core/names/visible-profiles';
import { UsageError } from '../../core/errors/errors';
import type { VisibleProfile } from '../../core/names/visible-profiles';
import type { LoadOptions } from '../../datasets';

/**
 * The meaning of `--visible-tests`: the name of a profile, or else a file. `./none` is a file.
 * @throws UsageError (`BAD_FLAG`) if it is neither
 */
export function visibleTestsAsked(
  said: string | undefined,
): Pick<LoadOptions, 'visibleTests' | 'visibleTestsFile'> {
  const profile = visibleProfileNamed(said);
  if (said === undefined || profile !== undefined) return { visibleTests: profile };
  if (!existsSync(said)) {
    throw new UsageError(
      `--visible-tests ${JSON.stringify(said)} is neither a profile nor a file`,
      `Choose one of ${visibleProfiles.join(', ')}, or name a file with rows of {task_id, given_tests}`,
      { code: 'BAD_FLAG', option: 'visibleTests' },
    );
  }
  return { visibleTestsFile: resolve(said) };
}

/** undefined: the flag names a file or was not given. */
export function visibleProfileNamed(said: string | undefined): VisibleProfile | undefined {
  return visibleProfiles.find((profile) => profile === said);
}
