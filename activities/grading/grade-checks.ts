import { atOnce } from '../../core/values/at-once';
import { TaskEnvironmentError } from '../../core/patches/task-environment-error';
import { ExpectedOutputTooLongError } from '../../core/grading/judge-script';
import type { Store } from '../../core/ports/records';
import type { Sandbox } from '../../core/adapters/sandbox';
import type { CheckResult } from '../../core/schemas/verdict';
import { aloneCheck } from '../../core/grading/check';
import type { Check } from '../../core/grading/check';
import { CheckerBrokenError } from '../../core/tasks/custom-checker';
import { runCheck } from '../../core/tasks/run-check';
import {
  CopiedBodyError,
  isDoubtful,
  SandboxInfraError,
  secondOpinion,
  TestBrokenError,
} from '../../sandbox';
import { checkKey, fingerprintFor, scopedKey } from './check-key';

export interface BatchProgress {
  /** Number of programs with a result: from this try, an earlier try, or the cache. */
  readonly answered: number;
  readonly total: number;
}

export interface BatchOptions {
  readonly store: Store;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  /** `--regrade`: run everything whatever the cache holds. */
  readonly regrade: boolean;
  /** Name of this batch. It is unique and the same for all tries. */
  readonly scope: string;
  /** Number of programs in the sandbox at the same time, at least 1. Default 2. */
  readonly atOnce?: number;
  readonly progress?: (progress: BatchProgress) => void;
  /** Called with each result when it arrives, and with the places of the checks that have this result. */
  readonly graded?: (places: readonly number[], result: CheckResult) => void;
}

/** The result of one program, or why there is none: fresh cells broke on it, or its test is broken. */
export type GradedCheck =
  | { readonly kind: 'graded'; readonly result: CheckResult }
  | { readonly kind: 'unscored'; readonly cause: Unscored };

/** Codes of errors that leave one program without a result and say nothing about the next program. */
const unscoredBy = [
  SandboxInfraError,
  TestBrokenError,
  ExpectedOutputTooLongError,
  CopiedBodyError,
  CheckerBrokenError,
  TaskEnvironmentError,
] as const;
type Unscored = InstanceType<(typeof unscoredBy)[number]>;

/**
 * Checks programs and returns the results in their order. Each result is stored before the next program starts, so a batch
 * whose process died continues. A program that was stopped runs again after all others, with nothing else of this worker
 * running. The second result counts. The first is stored for this batch only and is never an answer; the second is stored
 * for everybody if both runs agree on every test, otherwise for this batch only. A program has no result if several fresh
 * cells broke on it, Python cannot compile its test, or its expected output is too long. Other programs are not affected.
 * Nothing about it is stored, so the next try of the batch asks again.
 * @throws other errors of the sandbox (no cell can start, cancelled), after the programs under way have ended
 */
export function gradeChecks(
  checks: readonly Check[],
  options: BatchOptions,
): Promise<readonly GradedCheck[]> {
  return new Batch(checks, options).results();
}

/** For callers that need all results. @throws the error of the first program without one, after all others have theirs */
export async function gradeAllChecks(
  checks: readonly Check[],
  options: BatchOptions,
): Promise<readonly CheckResult[]> {
  const graded = await gradeChecks(checks, options);
  return graded.map((one) => {
    if (one.kind === 'unscored') throw one.cause;
    return one.result;
  });
}

class Batch {
  private readonly keys: readonly string[];
  private readonly checks: ReadonlyMap<string, Check>;
  private readonly places = new Map<string, number[]>();
  private readonly answers = new Map<string, GradedCheck>();
  /** First results of programs that were stopped. */
  private readonly doubts = new Map<string, CheckResult>();

  constructor(
    checks: readonly Check[],
    private readonly options: BatchOptions,
  ) {
    const { sandbox } = options;
    const keyed = checks.map(
      (check) => [checkKey(check, fingerprintFor(check, sandbox)), check] as const,
    );
    this.keys = keyed.map(([key]) => key);
    // Equal programs are one check.
    this.checks = new Map(keyed);
    for (const [place, key] of this.keys.entries()) {
      this.places.set(key, [...(this.places.get(key) ?? []), place]);
    }
  }

  async results(): Promise<readonly GradedCheck[]> {
    await atOnce(this.checks, this.options.atOnce ?? 2, ([key, check]) =>
      this.orUnscored(key, () => this.grade(key, check)),
    );
    for (const [key, check] of this.checks) {
      await this.orUnscored(key, () => this.gradeAlone(key, check));
    }
    return this.keys.map((key) => this.answerOf(key));
  }

  /** Broken cells and a broken test say nothing about the next program. */
  private async orUnscored(key: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isUnscored(error)) throw error;
      this.answers.set(key, { kind: 'unscored', cause: error });
    }
  }

  private async grade(key: string, check: Check): Promise<void> {
    const { sandbox, signal, store, scope } = this.options;
    const known = await this.known(key);
    if (known !== null) {
      this.answered(key, known);
      return;
    }
    const firstKey = scopedKey(`${scope}/first`, key);
    const earlier = await store.executions.find(firstKey);
    const result = earlier ?? (await runCheck(sandbox, check, { signal }));
    if (!isDoubtful(result)) return this.keep(key, result, true);
    if (earlier === null) await store.executions.save(firstKey, result);
    this.doubts.set(key, result);
  }

  private async gradeAlone(key: string, check: Check): Promise<void> {
    const { sandbox, signal } = this.options;
    const first = this.doubts.get(key);
    if (first === undefined) return;
    const second = await runCheck(sandbox, aloneCheck(check), { signal });
    const { result, settled } = secondOpinion(first, second);
    await this.keep(key, result, settled);
  }

  /** Finds a result of an earlier try of this batch or, unless everything is to be graded again, of anybody. */
  private async known(key: string): Promise<CheckResult | null> {
    const { store, scope, regrade } = this.options;
    const own = await store.executions.find(scopedKey(scope, key));
    return own === null && !regrade ? store.executions.find(key) : own;
  }

  private async keep(key: string, result: CheckResult, settled: boolean): Promise<void> {
    const { store, scope, regrade } = this.options;
    if (settled) await store.executions.save(key, result);
    // The result is stored for the batch too, because a later try may not look at results of others, or may not find it
    // there.
    if (!settled || regrade) await store.executions.save(scopedKey(scope, key), result);
    this.answered(key, result);
  }

  private answered(key: string, result: CheckResult): void {
    this.answers.set(key, { kind: 'graded', result });
    const answered = [...this.answers.values()].filter(({ kind }) => kind === 'graded').length;
    this.options.progress?.({ answered, total: this.checks.size });
    this.options.graded?.(this.places.get(key) ?? [], result);
  }

  private answerOf(key: string): GradedCheck {
    const answer = this.answers.get(key);
    if (answer === undefined) throw new Error(`check ${key} has no result`);
    return answer;
  }
}

/** Whether an error leaves one program without a result, and no other. */
export function isUnscored(error: unknown): error is Unscored {
  return unscoredBy.some((kind) => error instanceof kind && error.fate === 'terminal');
}
