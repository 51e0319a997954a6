import type { RunStatus } from '../core/schemas/run';
import type { LoadedRun } from './load-run';

/** What `run start --json` and `run show --json` end with. A published format: members are added, never changed. */
export interface RunDocument {
  readonly run: string;
  readonly status: RunStatus;
  /** Attempts: problems x samples. */
  readonly total: number;
  readonly completed: number;
  readonly solved: number;
  readonly unscored: number;
  /** solved / completed, 0 to 1; null while nothing is completed. */
  readonly passAt1: number | null;
  /** Of passAt1: Wilson, 95 %. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly calls: number;
  /** Upper bound for what the server's log shows more than once. */
  readonly repeatedCalls: number;
  /** Prompt and completion tokens together. */
  readonly tokens: number;
  /** null: some model of the run is not in the price table. */
  readonly costUsd: number | null;
}

export function runDocument({ record, summary }: LoadedRun): RunDocument {
  return {
    run: record.id,
    status: record.status,
    total: summary.total,
    completed: summary.completed,
    solved: summary.solved,
    unscored: summary.unscored,
    passAt1: summary.passAt1,
    interval: summary.interval,
    calls: summary.calls,
    repeatedCalls: summary.repeatedCalls,
    tokens: summary.promptTokens + summary.completionTokens,
    costUsd: summary.costUsd,
  };
}
