import type { AttemptKey, Store } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import { workRow } from '../../core/kinds/kinds';
import { levelTerms } from './problem-levels';
import type { ProblemLevels } from './problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import type { DurableContext } from '../work/durable';

export interface BeginInput {
  readonly attempt: AttemptKey;
  /** Order in the data set, then sample. */
  readonly position: number;
  readonly context: DurableContext;
}

export interface BeginParts {
  readonly store: Store;
  readonly contexts: AttemptContexts;
  readonly levels: ProblemLevels;
}

/**
 * Marks an attempt of any kind of work as running. The reference determines the level and the visible tests to show, equally
 * in every attempt of the run. Returns the record if the attempt has ended, no accepted level is possible, or the reference
 * fails the hidden tests; otherwise null: a model may be asked. @throws what running a reference throws
 */
export async function beginAttempt(
  { store: { runs }, contexts, levels }: BeginParts,
  { attempt, position, context }: BeginInput,
): Promise<AttemptSummary | null> {
  const { status, result } = await runs.beginAttempt(attempt, position);
  if (status === 'completed' && result !== null) return { status, solved: result.solved };
  const {
    run: { config },
    problem,
  } = await contexts.given(attempt);
  const { noOutcome: outcome, scored } = workRow(config.kind);
  if (!scored) return null;
  const found = await levels.finding(levelTerms(config, problem.id), problem, context);
  const { level, shown } = found;
  await runs.keepShownTests(attempt, shown);
  if (level.kind === 'found') return null;
  const none = { graded: [], verdict: null, solved: false, provenance: null };
  const cause = level.why;
  await runs.finishAttempt(attempt, { ...none, status: 'unscored', outcome, cause, level });
  return { status: 'unscored', solved: false };
}
