import { resolve } from 'node:path';

import { visibleProfiles } from '../../core/names/visible-profiles';
import type { VisibleProfile } from '../../core/names/visible-profiles';
import type { LoadOptions } from '../../datasets';

/** What `--visible-tests` means: a profile by its name; anything else is a file. `./none` is one, too. */
export function visibleTestsAsked(
  said: string | undefined,
): Pick<LoadOptions, 'visibleTests' | 'visibleTestsFile'> {
  const profile = visibleProfileNamed(said);
  if (said === undefined || profile !== undefined) return { visibleTests: profile };
  return { visibleTestsFile: resolve(said) };
}

/** undefined: it names a file, or was not said. */
export function visibleProfileNamed(said: string | undefined): VisibleProfile | undefined {
  return visibleProfiles.find((profile) => profile === said);
}
