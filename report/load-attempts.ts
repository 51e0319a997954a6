import { UsageError } from '../core/errors/errors';
import type { AttemptRecord, CallRecord, RunRecord, Store } from '../core/ports/records';
import { findRun } from './load-run';
import { terminalLine } from './terminal-safe';

/** Everything the tree and the calls of one attempt are printed from. */
export interface LoadedAttempt {
  readonly run: RunRecord;
  readonly attempt: AttemptRecord;
  /** Of this problem and sample, root first, then by node. */
  readonly calls: readonly CallRecord[];
}

/** Default: all samples of the problem. @throws UsageError (`RUN_UNKNOWN`, `PROBLEM_UNKNOWN`, `ATTEMPT_NOT_BEGUN`) */
export async function loadAttempts(
  store: Store,
  options: { readonly run: string; readonly problem: string; readonly sample?: number },
): Promise<readonly LoadedAttempt[]> {
  const run = await findRun(store, options.run);
  if (!run.config.problems.includes(options.problem)) throw unknownProblem(run, options.problem);
  const attempts = (await store.runs.attempts(run.id, options.problem)).filter(
    ({ sample }) => (options.sample ?? sample) === sample,
  );
  if (attempts.length === 0) throw notBegun(run, options);
  const calls = await store.runs.calls(run.id, options.problem);
  return attempts.map((attempt) => ({
    run,
    attempt,
    calls: calls.filter(({ sample }) => sample === attempt.sample),
  }));
}

function unknownProblem({ id, config }: RunRecord, problem: string): UsageError {
  const some = config.problems.slice(0, 3).join(', ');
  const more = config.problems.length > 3 ? ', ...' : '';
  return new UsageError(
    `run ${id} has no problem ${terminalLine(problem)}`,
    `Its problems are ${terminalLine(some)}${more} (${String(config.problems.length)} in all)`,
    { code: 'PROBLEM_UNKNOWN' },
  );
}

function notBegun(
  { id, config }: RunRecord,
  { problem, sample }: { readonly problem: string; readonly sample?: number },
): UsageError {
  const wanted = sample === undefined ? problem : `${problem} sample ${String(sample)}`;
  return new UsageError(
    `run ${id} has not begun ${wanted} yet`,
    sample !== undefined && sample >= config.samples
      ? `The run has samples 0 to ${String(config.samples - 1)}`
      : `Watch it with: espalier run show ${id}`,
    { code: 'ATTEMPT_NOT_BEGUN' },
  );
}
