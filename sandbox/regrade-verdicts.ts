import { createHash } from 'node:crypto';

import { atOnce } from '../core/values/at-once';
import { wholeOutcome } from '../core/grading/whole-outcome';
import type { Sandbox } from '../core/adapters/sandbox';
import { levelRecorded } from '../core/schemas/verdict';
import type { Provenance, VerdictKind } from '../core/schemas/verdict';
import type { Check, CheckTerms } from '../core/grading/check';
import { checkTwice } from './second-opinion';
import { nameBrokenTest } from './name-broken-test';

export interface StoredVerdict {
  /** `RUN PROBLEM#SAMPLE sha256`. */
  readonly name: string;
  readonly kind: VerdictKind;
  readonly provenance: Provenance | null;
  /** Reads texts and tests; only what is sampled is read. */
  readonly check: (terms: CheckTerms) => Promise<Check>;
}

export interface Difference {
  readonly name: string;
  readonly stored: VerdictKind;
  readonly again: VerdictKind | 'no outcome';
}

const needed = ['assurance', 'limits', 'seed'] as const;
const fields = ['assurance', 'guestHash', 'python', 'limits', 'seed'] as const;

/** What a stored verdict does not say about where it comes from; empty: it says everything. */
export function missingProvenance({
  provenance,
}: Pick<StoredVerdict, 'provenance'>): readonly string[] {
  if (provenance === null) return [...fields];
  // What the store holds may be older than the types.
  const found = provenance as Partial<Provenance>;
  return fields.filter((field) => found[field] === undefined || found[field] === '');
}

/** What a verdict was given on is needed to give it again: those that do not say it are told apart. */
export function isRegradable(verdict: Pick<StoredVerdict, 'provenance'>): boolean {
  const missing = missingProvenance(verdict);
  return needed.every((field) => !missing.includes(field));
}

/** The same `count` of the same verdicts, whatever their order. */
export function sampleVerdicts<Named extends { readonly name: string }>(
  verdicts: readonly Named[],
  count: number,
): readonly Named[] {
  const keyed = verdicts.map((verdict) => ({
    verdict,
    key: createHash('sha256').update(verdict.name).digest('hex'),
  }));
  return keyed
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .slice(0, count)
    .map(({ verdict }) => verdict);
}

/**
 * Grades stored verdicts again, each under its own limits, seed and assurance.
 * @throws UsageError (`TEST_BROKEN`) naming the verdict, and what `sandbox` throws
 */
export async function regradeVerdicts(
  sandbox: Sandbox,
  verdicts: readonly StoredVerdict[],
  options: { readonly width: number; readonly onDone?: (done: number) => void },
): Promise<readonly Difference[]> {
  let done = 0;
  const differences = await atOnce(
    verdicts,
    options.width,
    async (verdict): Promise<Difference | null> => {
      const { name, kind, provenance } = verdict;
      if (provenance === null) return null;
      const { limits, seed, assurance } = provenance;
      const check = await verdict.check({ limits, seed, assurance: levelRecorded(assurance) });
      const { result } = await nameBrokenTest(name, () => checkTwice(sandbox, check));
      const again = wholeOutcome(result.outcomes).kind;
      done += 1;
      options.onDone?.(done);
      return again === kind ? null : { name, stored: kind, again };
    },
  );
  return differences.filter((one) => one !== null);
}
