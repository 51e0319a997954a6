import { resolve } from 'node:path';

import { visibleProfiles } from '../../core/names/visible-profiles';
import type { VisibleProfile } from '../../core/names/visible-profiles';
import type { LoadOptions } from '../../datasets';

/** The meaning of `--visible-tests`: the name of a profile, or else a file. `./none` is a file. */
export function visibleTestsAsked(
  said: string | undefined,
): Pick<LoadOptions, 'visibleTests' | 'visibleTestsFile'> {
  const profile = visibleProfileNamed(said);
  if (said === undefined || profile !== undefined) return { visibleTests: profile };
  return { visibleTestsFile: resolve(said) };
}

/** undefined: the flag names a file or was not given. */
export function visibleProfileNamed(said: string | undefined): VisibleProfile | undefined {
  return visibleProfiles.find((profile) => profile === said);
}
