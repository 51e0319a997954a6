import { createHash } from 'node:crypto';

import { canonicalJson } from '../core/canonical-json';
import type { Store } from '../core/ports/records';
import type { CheckTask, Sandbox } from '../core/ports/sandbox';
import type { CheckResult } from '../core/schemas/verdict';
import { checkTwice } from '../sandbox';

export interface RunCheckOptions {
  readonly store: Store;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  /** `--regrade`: run it whatever the cache holds. */
  readonly regrade: boolean;
}

/** Runs a check, or reads back what the same check (program, tests, limits, seed, sandbox) said before. */
export async function runCheck(task: CheckTask, options: RunCheckOptions): Promise<CheckResult> {
  const { store, sandbox, signal, regrade } = options;
  const key = checkKey(task, sandbox.fingerprint);
  if (!regrade) {
    const known = await store.executions.find(key);
    if (known !== null) return known;
  }
  // A program that was stopped is run again, alone; only what both runs agree on is worth remembering.
  const { result, settled } = await checkTwice(sandbox, task, { signal });
  if (settled) await store.executions.save(key, result);
  return result;
}

export function checkKey(task: CheckTask, fingerprint: string): string {
  const { program, trustedSetup, entryPoint, tests, limits, seed } = task;
  const text = canonicalJson({
    fingerprint,
    program,
    trustedSetup,
    entryPoint,
    tests,
    limits,
    seed,
  });
  return createHash('sha256').update(text).digest('hex');
}
