import { z } from 'zod';

import { atOnce } from '../../core/values/at-once';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { wholeOutcome } from '../../core/grading/whole-outcome';
import type { RepositoryHost } from '../../core/adapters/repository';
import { usualJobLimits } from '../../core/adapters/repository';
import type { Sandbox } from '../../core/adapters/sandbox';
import { bankCandidates, bankLine } from '../../core/repository/bank-candidates';
import type { BankCandidate } from '../../core/repository/bank-candidates';
import { rowOf } from '../../core/tasks/harness/instance-problem';
import type { Instance } from '../../core/schemas/environment-instance';
import type { DatasetProblem } from '../../core/tasks/problem';
import { checkOf } from '../../core/tasks/check-of';
import type { GradedInstance } from '../planning/environment-dataset';
import { runSettled } from './run-settled';

export interface BankEntry {
  readonly line: object;
  readonly passed: boolean;
}

/** Lines of one problem. Empty: no correct program is left. */
export interface InstanceBank {
  readonly entries: readonly BankEntry[];
  /** Number of programs left out because they were stopped and a second run alone gave another result. */
  readonly doubtful: number;
}

/** Sandbox and cells where candidates are made and graded. */
export interface BankPlaces {
  readonly host: RepositoryHost;
  readonly sandbox: Sandbox;
}

const Rewritten = z.object({ right: z.array(z.string()), wrong: z.array(z.string()) });
const reading = { dataset: 'bank', retrieval: 'none', countTokens: () => 0 } as const;
const shape = { memoryMb: 512, filesMb: 16, scratchMb: 32 };

/**
 * Makes a bank for each problem: rewritten originals that pass, and mutants that fail. A program with another verdict than
 * intended is left out. A problem without a correct program has no bank.
 * @throws what the sandbox and `runSettled` throw
 */
export async function* instanceBank(
  instances: readonly GradedInstance[],
  places: BankPlaces,
): AsyncGenerator<InstanceBank> {
  for (const { instance, graded } of instances) {
    const row = rowOf(instance, graded, reading);
    const candidates = await madeFor(instance, places.host);
    const entries = new Map<BankCandidate, BankEntry>();
    let doubtful = 0;
    await atOnce(candidates, 2, async (candidate) => {
      const passed = await passes(row, candidate.program, places.sandbox);
      if (passed === null) doubtful += 1;
      if (passed !== (candidate.made === 'rewritten')) return;
      entries.set(candidate, { passed, line: bankLine(instance.id, candidate, passed) });
    });
    const bank = candidates.flatMap((candidate) => entries.get(candidate) ?? []);
    yield { entries: bank.some(({ passed }) => passed) ? bank : [], doubtful };
  }
}

async function madeFor(
  { id, definition }: Instance,
  host: RepositoryHost,
): Promise<readonly BankCandidate[]> {
  const cell = await host.open({ archives: [], shape });
  try {
    const { end } = await runSettled(
      cell,
      id,
      { module: 'rewrite_function', request: { source: definition.source } },
      {
        limits: { ...usualJobLimits, memoryMb: shape.memoryMb, diskMb: shape.scratchMb },
        walls: 'strict',
      },
    );
    const made = Rewritten.safeParse(end.kind === 'finished' ? end.record : null);
    return made.success ? bankCandidates(definition.className, made.data) : [];
  } finally {
    await cell.close();
  }
}

/** Verdict after the second run of grading. null: the program was stopped, and the two runs differ. */
async function passes(
  row: DatasetProblem,
  program: string,
  sandbox: Sandbox,
): Promise<boolean | null> {
  const { checkTwice, isDoubtful } = await import('../../sandbox/index.js');
  const terms = { limits: hiddenLimit({ cpuSeconds: 2 }), seed: 0, assurance: 'data' } as const;
  const check = checkOf(row.problem, row.hidden, program, terms);
  const { result, settled } = await checkTwice(sandbox, check);
  // A program that a busy machine stopped has got a verdict alone.
  if (!settled && isDoubtful(result)) return null;
  return wholeOutcome(result.outcomes).kind === 'passed';
}
