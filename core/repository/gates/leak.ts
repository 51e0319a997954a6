import { definitionParts, leakedRun } from '../shared-run';
import { passed } from './gate';
import type { GateOutcome } from './gate';

export interface LeakFacts {
  /** What a candidate's process is given, as text: the prepared source of the harness. */
  readonly given: string;
  /** The text of the reference. */
  readonly definition: string;
}

/**
 * Whether what is given to a candidate repeats the reference. What a cell holds besides is searched when the body is taken out
 * of it, and expected values are taken out of the cases when they are prepared.
 */
export function leakGate({ given, definition }: LeakFacts): GateOutcome {
  const run = leakedRun(given, definitionParts(definition));
  if (run === null) return passed;
  const feedback = [
    'The cases would show a solver how the function is written; call it, do not repeat it:',
    `the cases repeat the function: ${run}`,
  ].join('\n');
  return { kind: 'failed', reason: { code: 'leak' }, feedback };
}
