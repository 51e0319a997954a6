import type { Sandbox } from '../../../core/adapters/sandbox';
import type { Assurance } from '../../../core/schemas/verdict';
import type { Check } from '../../../core/grading/check';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { UsageError } from '../../../core/errors/errors';
import { atOnce } from '../../../core/values/at-once';
import { findLevel } from '../find-level';
import { checkOfSubject, compareSubjects, type ComparedSubject } from './compare';
import { memoryNeedsMb } from './exceptions';
import { mutantsOf } from './mutants-of';
import {
  canonicalSubject,
  mutantSubjects,
  mutationSource,
  recordedSubject,
  referenceSubjects,
  type RecordedInput,
  type ReferenceInput,
  type ParitySubject,
  type SubjectOptions,
} from './subjects';

export interface ParityOptions {
  readonly sandbox: Sandbox;
  /** Checks at a time. */
  readonly width: number;
  readonly mutants: number;
  readonly onProgress?: (what: string, done: number, total: number) => void;
}

/** CPU seconds of one check. Cases are up to a thousand, each computed twice; changed and recorded programs often loop. */
const seconds = { test: 10, cases: 120, changedTest: 3, changedCases: 10, recorded: 3 } as const;

function optionsFor(id: string, cpuSeconds: number, level: Assurance): SubjectOptions {
  return { limits: hiddenLimit({ cpuSeconds, memoryMb: memoryNeedsMb[id] }), level };
}

/** A reference, with the time that it may take. */
export function referenceSubject(problem: ReferenceInput): ParitySubject {
  const cpuSeconds = seconds[problem.check.kind];
  return canonicalSubject(problem, optionsFor(problem.id, cpuSeconds, 'data'));
}

/** One that passes nowhere is compared at `data`. */
async function levelOf(sandbox: Sandbox, problem: ReferenceInput): Promise<Assurance> {
  const reference = referenceSubject(problem);
  const check = (level: Assurance): Check => checkOfSubject(reference, level, false);
  return (await findLevel(sandbox, { name: problem.id, check })).level ?? 'data';
}

/** References, `return None` and mutants of every problem, in both ways. */
export async function runParity(
  problems: readonly ReferenceInput[],
  { sandbox, width, mutants, onProgress }: ParityOptions,
): Promise<readonly ComparedSubject[]> {
  const subjects = await atOnce(
    problems,
    width,
    async (problem): Promise<readonly ParitySubject[]> => {
      const level = await levelOf(sandbox, problem);
      const isTest = problem.check.kind === 'test';
      const whole = optionsFor(problem.id, seconds[problem.check.kind], level);
      const short = optionsFor(
        problem.id,
        isTest ? seconds.changedTest : seconds.changedCases,
        level,
      );
      const changed = await mutantsOf(sandbox, mutationSource(problem), mutants);
      return [...referenceSubjects(problem, whole), ...mutantSubjects(problem, changed, short)];
    },
  );
  const all = subjects.flat();
  return compareSubjects(sandbox, all, {
    width,
    onDone: (done) => onProgress?.('programs', done, all.length),
  });
}

/** @throws UsageError when a program is of a problem that is not among `problems` */
export async function runRecorded(
  recorded: { readonly file: string; readonly rows: readonly RecordedInput[] },
  problems: readonly ReferenceInput[],
  { sandbox, width, onProgress }: Omit<ParityOptions, 'mutants'>,
): Promise<readonly ComparedSubject[]> {
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const asked = recorded.rows.map((row) => {
    const problem = byId.get(row.id);
    if (problem !== undefined) return { problem, row };
    throw new UsageError(
      `${recorded.file}, line ${row.line}: problem ${row.id} is in none of the sets`,
      'Name its data set with --set',
      { code: 'BANK_PROBLEM_UNKNOWN' },
    );
  });
  const used = [...new Set(asked.map(({ problem }) => problem))];
  const levels = new Map(
    await atOnce(used, width, async (problem) => {
      return [problem.id, await levelOf(sandbox, problem)] as const;
    }),
  );
  const subjects = asked.map(({ problem, row }) => {
    const level = levels.get(problem.id) ?? 'data';
    const options = optionsFor(problem.id, seconds.recorded, level);
    return recordedSubject(problem, row, options);
  });
  return compareSubjects(sandbox, subjects, {
    width,
    onDone: (done) => onProgress?.('recorded programs', done, subjects.length),
  });
}
