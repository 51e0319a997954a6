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

/** Feedback for a model about running its program: a pure function of the program and its results. */
export function executionFeedback(
  profile: RefinementProfile,
  failed: FailedCase,
  program: ExecutedProgram,
): string {
  return profiles[profile][failed.kind](failed, program);
}

/**
 * The same for a program that ran on two suites, the base tests and the added tests. null: it passed. The words about the
 * base tests come first. With the prompts of OpenCodeInterpreter, both are given when the base tests found a wrong output.
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
