import type { Sandbox } from '../../core/ports/sandbox';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { UsageError } from '../../core/errors';
import { atOnce } from '../../core/at-once';
import { trialText } from '../text-programs';
import { compareSubjects, type ComparedSubject } from './compare';
import { memoryNeedsMb } from './exceptions';
import { mutantsOf } from './mutants-of';
import {
  mutantSubjects,
  mutationSource,
  recordedSubject,
  referenceSubjects,
  type RecordedInput,
  type ReferenceInput,
  type Subject,
  type SubjectOptions,
} from './subjects';

export interface ParityOptions {
  readonly sandbox: Sandbox;
  /** Checks at a time. */
  readonly width: number;
  readonly mutants: number;
  readonly onProgress?: (what: string, done: number, total: number) => void;
}

/**
 * CPU seconds of one check. A published row has up to a thousand inputs, each computed twice. Changed and recorded
 * programs often loop for ever: one that is only slow is looked at again with more time, should the two ways differ.
 */
const seconds = { test: 10, row: 120, changedTest: 3, changedRow: 10, recorded: 3 } as const;

function optionsFor(id: string, cpuSeconds: number, plusCheck: string): SubjectOptions {
  return { limits: hiddenLimit({ cpuSeconds, memoryMb: memoryNeedsMb[id] }), plusCheck };
}

/** References, `return None` and mutants of every problem, in both ways. */
export async function runParity(
  problems: readonly ReferenceInput[],
  { sandbox, width, mutants, onProgress }: ParityOptions,
): Promise<readonly ComparedSubject[]> {
  const plusCheck = trialText('plus_check.py');
  const subjects = await atOnce(problems, width, async (problem): Promise<readonly Subject[]> => {
    const isTest = problem.check.kind === 'test';
    const whole = optionsFor(problem.id, isTest ? seconds.test : seconds.row, plusCheck);
    const short = optionsFor(
      problem.id,
      isTest ? seconds.changedTest : seconds.changedRow,
      plusCheck,
    );
    const changed = await mutantsOf(sandbox, mutationSource(problem), mutants);
    return [...referenceSubjects(problem, whole), ...mutantSubjects(problem, changed, short)];
  });
  const all = subjects.flat();
  return compareSubjects(sandbox, all, {
    width,
    onDone: (done) => onProgress?.('programs', done, all.length),
  });
}

/**
 * Recorded programs in both ways.
 * @throws UsageError when a program is of a problem that is not among `problems`
 */
export async function runRecorded(
  recorded: { readonly file: string; readonly rows: readonly RecordedInput[] },
  problems: readonly ReferenceInput[],
  { sandbox, width, onProgress }: Omit<ParityOptions, 'mutants'>,
): Promise<readonly ComparedSubject[]> {
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const subjects = recorded.rows.map((row) => {
    const problem = byId.get(row.id);
    if (problem !== undefined) {
      return recordedSubject(problem, row, optionsFor(problem.id, seconds.recorded, ''));
    }
    throw new UsageError(
      `${recorded.file}, line ${row.line}: problem ${row.id} is in none of the sets`,
      'Name its data set with --set',
      { code: 'BANK_PROBLEM_UNKNOWN' },
    );
  });
  return compareSubjects(sandbox, subjects, {
    width,
    onDone: (done) => onProgress?.('recorded programs', done, subjects.length),
  });
}
