import type { RefinementProfile } from '../../schemas/dialogue';
import type { FailedCase, SuiteCases } from '../../tasks/failed-case';
import { espalierWords } from './espalier-words';
import type { FeedbackWords } from './feedback-words';
import { ociSuitesWords, ociWords } from './oci-words';
import type { ExecutedProgram } from './program-line';

const profiles: Readonly<Record<RefinementProfile, FeedbackWords>> = {
  espalier: espalierWords,
  oci: ociWords,
};

/** What a model is told of running its program: a pure function of the program and of what came of it. */
export function executionFeedback(
  profile: RefinementProfile,
  failed: FailedCase,
  program: ExecutedProgram,
): string {
  return profiles[profile][failed.kind](failed, program);
}

/**
 * Likewise where a program was run on two suites, the base tests and those added to them; null: it passed. The base
 * tests' word is first; in the words of OpenCodeInterpreter both are told where the base tests found a wrong output.
 */
export function suitesFeedback(
  profile: RefinementProfile,
  { base, plus }: SuiteCases,
  program: ExecutedProgram,
): string {
  if (profile === 'oci') return ociSuitesWords({ base, plus }, program);
  return executionFeedback(profile, base ?? plus ?? allPassed, program);
}

const allPassed: FailedCase = {
  kind: 'passed',
  input: null,
  expected: null,
  actual: null,
  error: null,
};
