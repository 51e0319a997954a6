import { definitionParts, leakedRun } from '../shared-run';
import { passed } from './gate';
import type { GateOutcome } from './gate';

export interface LeakFacts {
  /** The text that the process of a candidate gets: the prepared source of the harness. */
  readonly given: string;
  /** The text of the original. */
  readonly definition: string;
}

/**
 * Whether the text for a candidate repeats the original. Other files of a cell are searched when the body is removed from
 * them, and expected values are removed when cases are prepared.
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
