import type { Sandbox } from '../../../core/ports/sandbox';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { UsageError } from '../../../core/errors';
import type { BoxLimits } from '../../../core/schemas/verdict';
import { atOnce } from '../at-once';
import { compareSubjects, type ComparedSubject } from './compare';
import { mutantsOf, trialText } from './mutate';
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

/** Limits of one check of a kind of data: the plus sets have up to a thousand inputs, each computed twice. */
function limitsFor(problem: ReferenceInput): BoxLimits {
  const cpuSeconds = problem.check.kind === 'row' ? 120 : 10;
  return hiddenLimit({ cpuSeconds });
}

/** Many recorded programs loop for ever, and are run twice or four times. */
const recordedCpuSeconds = 3;

function optionsFor(problem: ReferenceInput, plusCheck: string): SubjectOptions {
  return { limits: limitsFor(problem), plusCheck };
}

/** References, `return None` and mutants of every problem, in both ways. */
export async function runParity(
  problems: readonly ReferenceInput[],
  { sandbox, width, mutants, onProgress }: ParityOptions,
): Promise<readonly ComparedSubject[]> {
  const plusCheck = trialText('plus_check.py');
  const subjects = await atOnce(problems, width, async (problem): Promise<readonly Subject[]> => {
    const options = optionsFor(problem, plusCheck);
    const changed = await mutantsOf(sandbox, mutationSource(problem), mutants);
    return [...referenceSubjects(problem, options), ...mutantSubjects(problem, changed, options)];
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
      const limits = hiddenLimit({ cpuSeconds: recordedCpuSeconds });
      return recordedSubject(problem, row, { limits, plusCheck: '' });
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
