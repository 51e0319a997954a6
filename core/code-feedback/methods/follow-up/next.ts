import type { RowStep } from '../../../kinds/dataset/schema';
import type { NextStep, RowPlan } from '../../method';

/** Tries of the strong model to solve the problem in another way. */
const mostRewritings = 2;

/**
 * A problem is solved twice, in two ways (OpenCodeInterpreter, follow-ups). The paper takes both solutions from the source. Where a
 * source has only one, the strong model writes the other one, which must pass the tests of the problem: a deviation.
 */
export function nextOfFollowUp(plan: RowPlan, done: readonly RowStep[]): NextStep {
  const [first, second] = plan.solutions;
  const passed = done.filter((step) => step.kind === 'tested' && step.passed).length;
  const texts = done.filter((step) => step.kind === 'asked' && step.speaker === 'introducer');
  if (texts.some((step) => step.kind === 'asked' && step.value === null)) {
    return { kind: 'end', end: 'introduction-unread' };
  }
  if (first === undefined) return { kind: 'end', end: 'solution-fails' };
  if (done.length === 0) return { kind: 'test', program: first, of: 0 };
  if (passed === 0) return { kind: 'end', end: 'solution-fails' };
  // A text follows each solution that passed.
  if (texts.length < passed) return { kind: 'ask', speaker: 'introducer' };
  if (passed === 2) return { kind: 'end', end: 'written' };
  return second === undefined ? nextRewriting(first, done) : nextGiven(second, done);
}

function nextGiven(second: string, done: readonly RowStep[]): NextStep {
  const isTested = done.some((step) => step.kind === 'tested' && step.program === second);
  return isTested
    ? { kind: 'end', end: 'solution-fails' }
    : { kind: 'test', program: second, of: 0 };
}

function nextRewriting(first: string, done: readonly RowStep[]): NextStep {
  const last = done.at(-1);
  if (last?.kind === 'asked' && last.speaker === 'rewriter') {
    const { program } = last;
    if (program !== null && program !== first) return { kind: 'test', program, of: 0 };
  }
  const tries = done.filter((step) => step.kind === 'asked' && step.speaker === 'rewriter').length;
  return tries < mostRewritings
    ? { kind: 'ask', speaker: 'rewriter' }
    : { kind: 'end', end: 'solution-fails' };
}
