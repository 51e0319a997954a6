import { UsageError } from '../../errors/errors';
import { appsProfile } from './apps';
import { codeContestsProfile } from './codecontests';
import { evalPlusProfile } from './evalplus';
import { evalPlusOci2024Profile } from './evalplus-oci-2024';
import { humanEvalProfile } from './human-eval';
import { lcbProfile } from './lcb';
import { gradingProfileNames } from '../../names/grading-profiles';
import type { GradingProfileName } from '../../names/grading-profiles';
import type { GradingProfile } from './profile';
import { strictProfile } from './strict';
import { sweBenchProfile } from './swebench';

/** A row per profile: one that is missing does not compile. */
const profiles: { readonly [Name in GradingProfileName]: GradingProfile } = {
  strict: strictProfile,
  'human-eval': humanEvalProfile,
  evalplus: evalPlusProfile,
  'evalplus-oci-2024': evalPlusOci2024Profile,
  lcb: lcbProfile,
  apps: appsProfile,
  codecontests: codeContestsProfile,
  swebench: sweBenchProfile,
};

/** @throws UsageError for a name that is none, with those that are */
export function gradingProfile(name: string): GradingProfile {
  const known = gradingProfileNames.find((one) => one === name);
  if (known !== undefined) return profiles[known];
  throw new UsageError(
    `${JSON.stringify(name)} is no grading profile`,
    `Choose one of: ${gradingProfileNames.join(', ')}`,
  );
}
