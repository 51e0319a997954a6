import type { RowStep } from '../../../kinds/dataset/schema';
import type { NextStep, RowPlan } from '../../method';

export const usualSimulation = { maxExecutions: 3, feedbackRounds: 1 } as const;

/**
 * A weak model answers, its code runs, and a strong model replies to each result until no new code comes or the executions are
 * spent. Then a simulated person gives feedback, and the same follows (OpenCodeInterpreter, section 2, interaction simulation).
 * Feedback that cannot be read ends the dialogue before it.
 */
export function nextOfSimulate({ methods }: RowPlan, done: readonly RowStep[]): NextStep {
  const { maxExecutions, feedbackRounds } = methods.simulate ?? usualSimulation;
  const last = done.at(-1);
  if (last === undefined) return { kind: 'ask', speaker: 'weak-assistant' };
  const asking = done.findLastIndex(isFeedback);
  const executions = done.slice(asking + 1).filter(({ kind }) => kind === 'ran').length;
  if (last.kind === 'asked') {
    if (isFeedback(last)) {
      return last.value === null ? endOf(done) : { kind: 'ask', speaker: 'strong-assistant' };
    }
    if (last.unread) return { kind: 'end', end: 'no-reply' };
    const { program } = last;
    const isNew =
      program !== null && !done.some((step) => step.kind === 'ran' && step.program === program);
    if (isNew && executions < maxExecutions) return { kind: 'run', program };
  } else return { kind: 'ask', speaker: 'strong-assistant' };
  if (done.filter(isFeedback).length < feedbackRounds)
    return { kind: 'ask', speaker: 'asking-user' };
  return endOf(done);
}

function endOf(done: readonly RowStep[]): NextStep {
  const hasCode = done.some((step) => step.program !== null);
  return { kind: 'end', end: hasCode ? 'written' : 'no-code' };
}

function isFeedback(step: RowStep): boolean {
  return step.kind === 'asked' && step.speaker === 'asking-user';
}
