import type { RefinementPromptSet } from '../../schemas/dialogue';
import type { FailedCase, SuiteCases } from '../../tasks/failed-case';
import { espalierWords } from './espalier-words';
import type { FeedbackWords } from './feedback-words';
import { ociSuitesWords, ociWords } from './oci-words';
import type { ExecutedProgram } from './program-line';

const promptSets: Readonly<Record<RefinementPromptSet, FeedbackWords>> = {
  espalier: espalierWords,
  oci: ociWords,
};

/** Feedback for a model about running its program: a pure function of the program and its results. */
export function executionFeedback(
  promptSet: RefinementPromptSet,
  failed: FailedCase,
  program: ExecutedProgram,
): string {
  return promptSets[promptSet][failed.kind](failed, program);
}

/**
 * The same for a program that ran on two suites, the base tests and the added tests. null: it passed. The words about the
 * base tests come first. With the prompts of OpenCodeInterpreter, both are given when the base tests found a wrong output.
 */
export function suitesFeedback(
  promptSet: RefinementPromptSet,
  { base, plus }: SuiteCases,
  program: ExecutedProgram,
): string {
  if (promptSet === 'oci') return ociSuitesWords({ base, plus }, program);
  return executionFeedback(promptSet, base ?? plus ?? allPassed, program);
}

const allPassed: FailedCase = {
  kind: 'passed',
  input: null,
  expected: null,
  actual: null,
  error: null,
};
