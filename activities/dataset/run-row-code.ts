import { usualSessionLimits as limits } from '../../core/adapters/session';
import { staysInSession } from '../../core/code-feedback/executions';
import { steadyWords, timeoutWords } from '../../core/code-feedback/steady-words';
import type { RowStep } from '../../core/kinds/dataset/schema';
import type { AttemptKey } from '../../core/ports/records';
import type { RunBlock } from '../../core/schemas/dialogue';
import type { SessionBlock } from '../../core/refinement/session-blocks';
import type { ActivityDependencies } from '../dependencies';
import { sha256Of } from '../sha256-of';
import type { DurableContext } from '../work/durable';

export interface RowCode {
  readonly attempt: AttemptKey;
  readonly done: readonly RowStep[];
  /** sha256 */
  readonly program: string;
  readonly seed: number;
}

type Dependencies = Pick<ActivityDependencies, 'sessions'>;

/** Runs a program in the session of its row: earlier programs that ended by themselves ran in it before (20 s each). */
export async function runRowCode(
  { sessions }: Dependencies,
  { signal }: DurableContext,
  { attempt, done, program, seed }: RowCode,
): Promise<RowStep> {
  const ran = await sessions.run({
    ...{ key: attempt, id: stepId(done.length), program, seed, signal },
    before: { blocks: blocksOf(done), files: [] },
    ...{ limits, words: steadyWords },
  });
  const { output, words } = ran;
  return { kind: 'ran', program, end: steadyEnd(ran), output, words };
}

/**
 * Runs a program that ends with its tests in a session of its own. Tests and program share a process: what is tested are solutions
 * of a source and rewritings of them, and no verdict on a model rests on it.
 */
export async function testRowCode(
  { sessions }: Dependencies,
  { signal }: DurableContext,
  { attempt, done, program, seed, tested }: RowCode & { readonly tested: string },
): Promise<RowStep> {
  const { end, words } = await sessions.run({
    ...{ key: attempt, id: stepId(done.length), program: tested, seed, signal },
    before: { blocks: [], files: [] },
    ...{ limits, words: steadyWords },
  });
  return { kind: 'tested', program, passed: end === 'finished', words };
}

/** Names the place of a step in the session of its row. */
const stepId = (place: number): string => `s${String(place + 1)}`;

function blocksOf(done: readonly RowStep[]): readonly SessionBlock[] {
  return done.flatMap((step, place): SessionBlock[] =>
    step.kind === 'ran' && staysInSession(step.end)
      ? [{ id: stepId(place), program: step.program, files: [], result: resultOf(step) }]
      : [],
  );
}

function resultOf({ end, output, words }: Extract<RowStep, { kind: 'ran' }>): RunBlock {
  return { on: 'session', end, words, output, artefacts: [], rebuilt: null };
}

/** A program that was killed because it could not be interrupted took too long, like one that could be. */
function steadyEnd({ end, words }: RunBlock): RunBlock['end'] {
  return words.sha256 === sha256Of(timeoutWords(limits.blockMs)) ? 'interrupted' : end;
}
