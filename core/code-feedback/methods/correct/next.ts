import type { RowStep } from '../../../kinds/dataset/schema';
import type { NextStep, RowPlan } from '../../method';

const usualExecutions = 3;

/** A planted error must fail and not be revealed. Then the strong model corrects it (OpenCodeInterpreter, code correction). */
export function nextOfCorrect({ methods }: RowPlan, done: readonly RowStep[]): NextStep {
  const last = done.at(-1);
  if (last === undefined) return { kind: 'ask', speaker: 'mistaken-assistant' };
  const ran = done.filter((step) => step.kind === 'ran');
  if (last.kind === 'asked') {
    if (last.speaker === 'mistaken-assistant' && last.unread) {
      return { kind: 'end', end: 'mistake-revealed' };
    }
    if (last.unread) return { kind: 'end', end: 'no-reply' };
    if (last.program === null) return { kind: 'end', end: 'no-code' };
    const isRepeated = ran.some(({ program }) => program === last.program);
    return isRepeated
      ? { kind: 'end', end: 'not-corrected' }
      : { kind: 'run', program: last.program };
  }
  const isClean = last.kind === 'ran' && last.end === 'finished';
  if (ran.length === 1) {
    return isClean
      ? { kind: 'end', end: 'error-did-not-fail' }
      : { kind: 'ask', speaker: 'strong-assistant' };
  }
  if (isClean) return { kind: 'end', end: 'written' };
  const most = methods.correct?.maxExecutions ?? usualExecutions;
  return ran.length >= most
    ? { kind: 'end', end: 'not-corrected' }
    : { kind: 'ask', speaker: 'strong-assistant' };
}
