import type { RowStep } from '../../../kinds/dataset/schema';
import type { NextStep, RowPlan } from '../../method';

/** Every solution passes its tests, then each gets a text before it (OpenCodeInterpreter, similar problems). */
export function nextOfSimilar({ solutions }: RowPlan, done: readonly RowStep[]): NextStep {
  const tested = done.filter((step) => step.kind === 'tested');
  if (tested.some(({ passed }) => !passed)) return { kind: 'end', end: 'solution-fails' };
  const program = solutions[tested.length];
  if (program !== undefined) return { kind: 'test', program, of: tested.length };
  const texts = done.filter((step) => step.kind === 'asked');
  if (texts.some(({ value }) => value === null)) return { kind: 'end', end: 'introduction-unread' };
  return texts.length < solutions.length
    ? { kind: 'ask', speaker: 'introducer' }
    : { kind: 'end', end: 'written' };
}
